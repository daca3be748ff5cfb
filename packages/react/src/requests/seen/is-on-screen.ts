/** What part of an element has to be seen. */
export interface Area {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/**
 * Is the area really before the reader's eyes? Asked of the browser itself, by what a click would hit at nine places: so whatever
 * clips, covers or moves it counts, in whichever element of the page it is. `within` holds the area, and nothing else does.
 */
export function isOnScreen({ left, right, top, bottom }: Area, within: Element): boolean {
  if (document.visibilityState !== 'visible' || right - left < 1 || bottom - top < 1) return false;
  if (!within.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
  const across = [left + 0.5, (left + right) / 2, right - 0.5];
  const down = [top + 0.5, (top + bottom) / 2, bottom - 0.5];
  return across.every((x) => down.every((y) => isHit(within, x, y)));
}

/** Would a click there hit the element? */
export function isHit(element: Element, x: number, y: number): boolean {
  const root = element.getRootNode();
  if (!(root instanceof Document || root instanceof ShadowRoot) || !isInWindow(x, y)) return false;
  return element.contains(root.elementFromPoint(x, y));
}

/** A page that is enlarged by two fingers shows less of itself than it thinks. */
function isInWindow(x: number, y: number): boolean {
  const view = window.visualViewport;
  if (view === null) return true;
  const [fromLeft, fromTop] = [x - view.offsetLeft, y - view.offsetTop];
  return fromLeft >= 0 && fromTop >= 0 && fromLeft <= view.width + 1 && fromTop <= view.height + 1;
}
