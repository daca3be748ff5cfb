import { expect, test } from 'vitest';
import { nextStop } from './next-stop.ts';

const stops = [2, 5, 5, 9].map((index, at) => ({ index, source: { key: `k${at}` } }));

test.each([
  ['the next below what is in sight', { key: undefined, top: 4 }, 1, 1],
  ['the one before it', { key: undefined, top: 4 }, -1, 0],
  ['from the one that was shown, the next in the same item', { key: 'k1', top: 5 }, 1, 2],
  ['behind the last the first', { key: 'k3', top: 9 }, 1, 0],
  ['before the first the last', { key: 'k0', top: 2 }, -1, 3],
  ['at the end of the thread the first', { key: undefined, top: 20 }, 1, 0],
  ['one that is gone is no place to be at', { key: 'gone', top: 6 }, 1, 3],
] as const)('%s', (_, standing, by, expected) => expect(nextStop(stops, standing, by)).toBe(expected));

test('where there is none, there is none', () => expect(nextStop([], { key: undefined, top: 0 }, 1)).toBe(undefined));
