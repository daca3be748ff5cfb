/** Text that a part does not draw until somebody wants it. Whoever looks for words finds them there too. */
export interface Undrawn {
  text(): string;
  /** Draws what is around this letter, in a moment; in it may be more that is not drawn. */
  show(at: number): void;
}

const known = new WeakMap<Element, Undrawn>();

/**
 * What is not drawn, by the element that is in its place.
 *
 * @example
 * undrawnAt({} as Element); //=> undefined
 */
export function undrawnAt(element: Element): Undrawn | undefined {
  return known.get(element);
}

/** `<span ref={standsFor({ text, show })}>`: this element stands for a text that is not drawn. */
export function standsFor(undrawn: Undrawn): (element: Element | null) => void {
  return (element) => {
    if (element !== null) known.set(element, undrawn);
  };
}
