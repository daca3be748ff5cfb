import fc from 'fast-check';
import { expect, test } from 'vitest';
import { viewAddress } from './view-address.ts';
import type { View } from './view-address.ts';
import { viewAt } from './view-at.ts';

const thread = fc.string({ minLength: 1, unit: 'binary' }).filter((id) => id.isWellFormed() && !/^\.{1,2}$/.test(id));
const number = fc.integer({ min: 1, max: 1e14 });
const words = fc.string({ unit: 'binary' }).filter((text) => text.isWellFormed());
const views: fc.Arbitrary<View> = fc.oneof(
  fc.record({
    kind: fc.constant('request' as const),
    thread,
    step: number,
    scope: fc.option(words, { nil: undefined }),
  }),
  fc.record({ kind: fc.constant('events' as const), thread, from: number, to: fc.option(number, { nil: undefined }) }),
  fc.record(
    {
      kind: fc.constant('result' as const),
      thread,
      call: words,
      by: fc.constantFrom('id' as const, 'place' as const),
      tool: words,
    },
    { requiredKeys: ['kind', 'thread', 'call', 'by'] },
  ),
);

test('every view is read back from its address', () => {
  fc.assert(
    fc.property(views, (view) => {
      expect(viewAt(new URL(viewAddress(view), 'http://localhost'))).toEqual(view);
    }),
  );
});

test('other addresses are other pages, and strange numbers the first', () => {
  for (const path of ['/', '/t/a', '/t/a/other', '/t/%/events', '/usage'])
    expect(viewAt(new URL(path, 'http://localhost'))).toBe(undefined);
  expect(viewAt(new URL('/t/a/events?from=-3&to=x', 'http://localhost'))).toEqual({
    kind: 'events',
    thread: 'a',
    from: 1,
    to: undefined,
  });
});
