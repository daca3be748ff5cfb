/** Many calls, one effect: in a page before the next frame is drawn, elsewhere when the present work is done. */
export function oncePerFrame(effect: () => void): () => void {
  let due = false;
  const run = (): void => {
    due = false;
    effect();
  };
  return () => {
    if (due) return;
    due = true;
    if (typeof requestAnimationFrame === 'function') requestAnimationFrame(run);
    else queueMicrotask(run);
  };
}
