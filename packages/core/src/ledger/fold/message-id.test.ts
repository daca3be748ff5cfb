import fc from 'fast-check';
import { expect, test } from 'vitest';
import { goldenNames, readGolden } from '../../../fixtures/golden.ts';
import { arbitraryHistory } from '../../../fixtures/random-history.ts';
import { eventsOf } from '../../../test/events-of.ts';
import { expectLastingIds } from '../../../test/lasting-ids.ts';
import type { EventDraft, LedgerEvent } from '../ledger-event.ts';
import type { ThreadState } from '../thread-state.ts';
import { foldAll } from './fold.ts';

function idsOf({ log }: ThreadState): Map<number, string> {
  return new Map(
    [...log].flatMap((entry) => (entry.kind === 'message' ? [[entry.message.seq, entry.id] as const] : [])),
  );
}

function expectLasting(events: readonly LedgerEvent[]): void {
  expectLastingIds(events, idsOf);
}

test.each(goldenNames)('[L1] the id under which a message is told is one of its own, and stays: %s', (name) => {
  expectLasting(readGolden(name));
});

test('[L1] in any history, at any prefix, a message keeps its outward id, and no other has it', () => {
  fc.assert(fc.property(arbitraryHistory({ maxLength: 40 }), expectLasting));
});

const said = (client_id?: string): EventDraft => ({
  type: 'message.posted',
  author: '@human',
  parts: [],
  delivery: 'now',
  ...(client_id === undefined ? {} : { client_id }),
});

test('[L1] whatever ids clients and earlier versions gave, those that leave are unique, and stay', () => {
  const id = fc.constantFrom(
    undefined,
    '',
    'a',
    'a~1',
    'a~2',
    'm1',
    'm1~3',
    'reply-2',
    'reply/2',
    'said/2',
    'said/3',
    'said/2~4',
    'said/4~',
  );
  const draft = fc.oneof(
    id.map(said),
    fc.nat(6).map((to): EventDraft => ({ type: 'thread.rewound', to })),
    fc.integer({ min: 1, max: 6 }).map((message): EventDraft => ({ type: 'message.changed', message, parts: [] })),
  );
  fc.assert(fc.property(fc.array(draft, { maxLength: 12 }).map(eventsOf), expectLasting), { numRuns: 500 });
});

test('a message has its client’s id, also when it is said anew; one without has an id that no client can give', () => {
  const events = eventsOf([
    said('a'),
    said(),
    { type: 'thread.rewound', to: 1 },
    said('said/2~3'),
    said('reply/1'),
    said('a~5'),
  ]);
  expect([...idsOf(foldAll(events)).values()]).toEqual(['a', 'said/2', 'said/5', 'said/6']);
  const edited = eventsOf([said('a'), { type: 'thread.rewound', to: 0 }, said('a~2')]);
  expect([...idsOf(foldAll(edited)).values()]).toEqual(['a']);
});
