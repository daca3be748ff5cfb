import { describe, expect, it } from 'vitest';
import { goldenNames, readGolden } from '../../fixtures/golden.ts';
import type { LedgerEvent } from '../ledger/ledger-event.ts';
import { foldAll } from '../ledger/fold/fold.ts';
import { toChatMessages } from './chat/to-chat-messages.ts';
import type { Message } from './message.ts';
import { reconcile } from './reconcile.ts';
import { toMessages } from './to-messages/to-messages.ts';

/** What may take a message back: a rewind, the end of a rest, an attempt that is discarded, the call of a result that had none. */
const takeBack = new Set([
  'rewind-edit-and-resend',
  'rest-taken-back',
  'discarded-attempt',
  'wait-before-the-next-attempt',
  'failed-run',
  'result-before-call',
  'tour',
  'unnamed-calls',
]);
const steady = goldenNames.filter((name) => !takeBack.has(name));

function growth<T>(events: readonly LedgerEvent[], view: (events: readonly LedgerEvent[]) => T): [T, T][] {
  const views = Array.from({ length: events.length + 1 }, (_, cut) => view(events.slice(0, cut)));
  return views.slice(1).map((after, index) => [views[index] ?? after, after]);
}

const lasting = (events: readonly LedgerEvent[]): Message[] =>
  toMessages(foldAll(events)).filter(({ role }) => role !== 'status');

describe('[L1] a page that follows the thread never loses its place', () => {
  it.each(steady)('a message keeps its id and its place among the others while the thread grows: %s', (name) => {
    for (const [before, after] of growth(readGolden(name), lasting)) {
      const known = new Set(before.map(({ id }) => id));
      expect(after.filter(({ id }) => known.has(id)).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    }
  });

  it.each(steady)('a chat message keeps its id and its place while the thread grows: %s', (name) => {
    for (const [before, after] of growth(readGolden(name), (events) => toChatMessages(foldAll(events)))) {
      const known = new Set(before.map(({ id }) => id));
      expect(after.filter(({ id }) => known.has(id)).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    }
  });

  it.each(steady)('[L3] a result never changes once it is there, except that a lost one turns up: %s', (name) => {
    for (const [before, after] of growth(readGolden(name), lasting)) {
      for (const message of before) {
        if (message.role !== 'tool' || message.metadata?.tool_error?.startsWith('Lost') === true) continue;
        expect(after.find(({ id }) => id === message.id)).toEqual(message);
      }
    }
  });

  it.each(steady)('[L3] at every moment a call is one thing: named, at work, or ended: %s', (name) => {
    const events = readGolden(name);
    for (let cut = 0; cut <= events.length; cut += 1) {
      const messages = toMessages(foldAll(events.slice(0, cut)));
      const named = messages.flatMap(({ metadata }) => metadata?.tool_calls?.map(({ id }) => id) ?? []);
      const told = messages.flatMap(({ metadata }) => metadata?.tool_call_id ?? []);
      expect(told).toEqual([...new Set(told)]);
      expect(named).toEqual(expect.arrayContaining(told));
    }
  });

  it.each(goldenNames)(
    'one fold makes streamed and persisted equal: reconciling them changes nothing but spinners: %s',
    (name) => {
      const messages = toMessages(foldAll(readGolden(name)));
      const still = messages.filter(
        ({ metadata }) => metadata?.status_type !== 'thinking' && metadata?.status_type !== 'tool_call',
      );
      expect(reconcile(messages, messages)).toEqual(still);
    },
  );

  // In `failed-run` the last attempt is abandoned and nothing follows it: no history can tell that from one that is late.
  it.each(goldenNames.filter((name) => name !== 'failed-run'))(
    'a page that missed the last events is made whole by the persisted history: %s',
    (name) => {
      const events = readGolden(name);
      const persisted = lasting(events);
      for (let cut = 0; cut <= events.length; cut += 1) {
        expect(reconcile(lasting(events.slice(0, cut)), persisted)).toEqual(persisted);
      }
    },
  );
});
