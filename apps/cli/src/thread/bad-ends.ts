/** How a call may end that a reader must not miss, in the order in which it is said. */
export const BAD_ENDS = ['failed', 'interrupted', 'denied', 'lost'] as const;

export type BadEnd = (typeof BAD_ENDS)[number];

/** `['1 failed', '2 interrupted']`: what did not end well. */
export function badEnds(facts: Readonly<Record<BadEnd, number>>): string[] {
  return BAD_ENDS.filter((name) => facts[name] > 0).map(
    (name) => `${facts[name]} ${name === 'lost' ? 'without result' : name}`,
  );
}
