/** The link past the list covers what is at the top while it has the focus: only the reader's own key leads to it. */
const FOCUSABLE = 'a[href]:not(.skip), button, input, select, textarea, summary, [tabindex]:not([tabindex="-1"])';
const WATCHED = { childList: true, subtree: true, attributeFilter: ['disabled', 'hidden', 'open'] };

/**
 * The keyboard is never on nothing: an element that moved elsewhere keeps the focus; of one that went, the one that takes its place has it, or the next one, or
 * the one before. What was in a dialog gives it back to where it was before. Whoever knows a better place than these has set it by then.
 */
export function keepFocus(): void {
  /** What had the focus last, and what had it before the dialog. */
  let focused: HTMLElement | undefined;
  let below: HTMLElement | undefined;
  const observer = new MutationObserver((records) => {
    for (const { target, removedNodes, previousSibling } of records) {
      const takesAlong = (element: HTMLElement | undefined): boolean =>
        element?.isConnected === false && [...removedNodes].some((node) => node.contains(element));
      if (takesAlong(below)) below = moved(below) ?? nearest(target, previousSibling);
      if (takesAlong(focused))
        focused = moved(focused) ?? (isOfClosed(focused, target) ? below : nearest(target, previousSibling));
    }
    // After all others that watch: a thread knows its items.
    queueMicrotask(() => {
      if (!isNothing(document.activeElement)) return;
      if (focused !== undefined && !isReachable(focused))
        focused = isOfClosed(focused, focused) ? below : nearest(focused.parentElement, focused);
      focused?.focus({ preventScroll: true });
      focused?.scrollIntoView({ block: 'nearest' });
    });
  });
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement)) return;
    if (isInDialog(target) && focused !== undefined && !isInDialog(focused)) below = focused;
    focused = target;
  });
  // What lost the focus and is still there gave it up, and that is meant.
  document.addEventListener('focusout', ({ target, relatedTarget }) =>
    queueMicrotask(() => {
      const isGivenUp =
        target === focused && relatedTarget === null && document.hasFocus() && isNothing(document.activeElement);
      if (isGivenUp && focused !== undefined && isReachable(focused)) focused = undefined;
    }),
  );
  // So is a press on what takes no focus.
  document.addEventListener('pointerdown', () => (focused = undefined), { capture: true });
  observer.observe(document.body, WATCHED);
}

/** The same one, drawn anew elsewhere: a row of a list that was pinned, say. Where several look the same, nobody knows which it is. */
function moved(gone: HTMLElement | undefined): HTMLElement | undefined {
  const name = gone && nameOf(gone);
  if (gone === undefined || name === null) return undefined;
  const same = [...document.querySelectorAll<HTMLElement>(gone.tagName)].filter(
    (each) => each.className === gone.className && nameOf(each) === name && isReachable(each),
  );
  return same.length === 1 ? same[0] : undefined;
}

function nameOf(element: HTMLElement): string | null {
  return element.getAttribute('href') ?? element.getAttribute('aria-label');
}

/** The first that can be reached after this node, or else the last before it, as near as there is one. */
function nearest(parent: Node | null, previous: Node | null): HTMLElement | undefined {
  let [around, before] = [parent, previous];
  while (around instanceof Element) {
    const all = [...around.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(isReachable);
    const after = all.find((element) => before === null || isAfter(element, before));
    if (all.length > 0) return withoutKeyboard(after ?? all.at(-1));
    [around, before] = [around.parentElement, around];
  }
  return undefined;
}

/** Of a field on a touch screen comes a keyboard that nobody asked for: what the field is in will do. */
function withoutKeyboard(element: HTMLElement | undefined): HTMLElement | undefined {
  const isField = element?.matches('input, textarea') === true;
  return isField && matchMedia('(pointer: coarse)').matches ? undefined : element;
}

function isAfter(element: Node, before: Node): boolean {
  const place = before.compareDocumentPosition(element);
  return (place & Node.DOCUMENT_POSITION_FOLLOWING) > 0 && (place & Node.DOCUMENT_POSITION_CONTAINED_BY) === 0;
}

function isReachable(element: HTMLElement): boolean {
  return element.isConnected && !element.matches(':disabled') && element.checkVisibility({ visibilityProperty: true });
}

/** It was in a dialog, and this place is in none that is open. */
function isOfClosed(element: HTMLElement | undefined, place: Node): boolean {
  return isInDialog(element) && !(place instanceof Element && place.closest('dialog[open]') !== null);
}

function isInDialog(element: HTMLElement | undefined): boolean {
  return element !== undefined && element.closest('dialog') !== null;
}

function isNothing(element: Element | null): boolean {
  return element === null || element === document.body || element.matches(':disabled');
}
