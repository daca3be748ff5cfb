/** Runs in the page: two keys are pressed one right after the other, and the page is busy for a while before it hears of the second. */
export function pressWhileBusy(target: Element, [first, second, ms]: readonly [string, string, number]): void {
  const [one, other] = [first, second].map(
    (key) => new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
  );
  if (one === undefined || other === undefined) return;
  target.dispatchEvent(one);
  for (const began = performance.now(); performance.now() - began < ms;);
  target.dispatchEvent(other);
}
