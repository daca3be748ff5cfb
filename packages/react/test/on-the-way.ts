import fc from 'fast-check';

/** What may happen to the events of a turn on their way. */
export const onTheWay = fc.record({
  how: fc.constantFrom(
    'cut' as const,
    'joined' as const,
    'swapped' as const,
    'replayed' as const,
    'doubled' as const,
    'whole' as const,
  ),
  at: fc.nat(30),
  count: fc.integer({ min: 1, max: 8 }),
});

export type OnTheWay = typeof onTheWay extends fc.Arbitrary<infer Value> ? Value : never;

/** The events that come; `joinPlace`: where somebody who comes later may begin to hear them. */
export function heardOnTheWay<Event extends object>(
  live: readonly Event[],
  { how, at, count }: OnTheWay,
  joinPlace: (place: number) => number = (place) => place,
): readonly Event[] {
  const place = at % Math.max(1, live.length);
  switch (how) {
    case 'whole':
      return live;
    case 'cut':
      return live.slice(0, place);
    case 'joined':
      return live.slice(joinPlace(place));
    case 'swapped':
      return [...live.slice(0, place), ...live.slice(place, place + 2).toReversed(), ...live.slice(place + 2)];
    case 'doubled':
      return live.flatMap((event) => [event, structuredClone(event)]);
    case 'replayed':
      return [
        ...live.slice(0, place),
        ...structuredClone(live.slice(Math.max(0, place - count))),
        ...live.slice(place),
      ];
    default:
      return how satisfies never;
  }
}
