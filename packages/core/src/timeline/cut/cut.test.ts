import { titleOf } from '../title-of.ts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { goldenNames, readGolden } from '../../../fixtures/golden.ts';
import { arbitraryHistory } from '../../../fixtures/random-history.ts';
import type { LedgerEvent } from '../../ledger/ledger-event.ts';
import { foldThread, newThread, timeline } from '../timeline.ts';
import type { Thread } from '../timeline.ts';
import { cutOf } from './cut-of.ts';
import { reachesBack } from './reaches-back.ts';
import type { ThreadCut } from './thread-cut.ts';
import { threadFrom } from './thread-from.ts';

/** What a page shows of the newest part: its items, in their places, and what the thread says of itself. */
function shown({ state, drawn }: Thread, from: number): string {
  const { life, scopes, account, messageCount, queue, placed, work } = state;
  const names = {
    title: titleOf(state),
    life,
    account,
    messageCount,
    queue: [queue.held.size, queue.said.size],
    placed,
    work,
  };
  const statuses = [...scopes.entries()]
    .filter(([key]) => !key.startsWith('child:'))
    .map(([key, { status }]) => [key, status] as const);
  const items = timeline({ drawn }).items.toArray().slice(from);
  // Under which id a call leaves the thread depends on all ids before it. A page names calls by their place.
  const inThread = (key: string, value: unknown): unknown => (key === 'outwardId' ? undefined : value);
  return JSON.stringify(
    [names, Object.fromEntries(statuses.toSorted(([a], [b]) => (a < b ? -1 : 1))), items],
    inThread,
  );
}

/** Every cut of the history: what follows it is compared when an event reaches back, and at the end. */
function checkCuts(events: readonly LedgerEvent[]): number {
  let whole = newThread(events[0]?.thread ?? '');
  let running: { readonly cut: ThreadCut; thread: Thread }[] = [];
  let cuts = 0;
  const compare = ({ cut, thread }: { readonly cut: ThreadCut; readonly thread: Thread }): void =>
    expect(shown(thread, cut.items)).toBe(shown(whole, cut.items));
  for (const event of events) {
    const cut = cutOf(whole, event);
    if (cut !== undefined) {
      cuts += 1;
      // As it goes over the wire.
      const read: ThreadCut = JSON.parse(JSON.stringify(cut));
      running.push({ cut: read, thread: threadFrom(read) });
    }
    running = running.filter((each) => {
      if (reachesBack(each.thread.state, each.cut.names.seq, event) === undefined) return true;
      compare(each);
      return false;
    });
    whole = foldThread(whole, event);
    for (const each of running) each.thread = foldThread(each.thread, event);
  }
  running.forEach(compare);
  return cuts;
}

/**
 * One history after another, in one thread: `steps` is added to the numbers of the second, or it uses those of the first again. What a thread has once, by
 * what the ledger and its writers promise, has another name in the second: ids of messages, requests and changes.
 */
function joined(first: readonly LedgerEvent[], second: readonly LedgerEvent[], steps: number): LedgerEvent[] {
  const [thread, before] = [first[0]?.thread ?? '', first.length];
  const moved = second.map((event): LedgerEvent => ({
    ...event,
    thread,
    seq: event.seq + before,
    ...('step' in event && event.step !== undefined ? { step: event.step + steps } : {}),
    ...('to' in event ? { to: event.to + before } : {}),
    ...('message' in event ? { message: event.message + before } : {}),
    ...('replaces_to' in event ? { replaces_to: event.replaces_to + before } : {}),
    ...('client_id' in event ? { client_id: `${event.client_id} again` } : {}),
    ...('request' in event ? { request: `${event.request} again` } : {}),
    ...('change' in event ? { change: `${event.change} again` } : {}),
  }));
  return [...first, ...moved];
}

function isResting(events: readonly LedgerEvent[]): boolean {
  const thread = events.reduce(foldThread, newThread(events[0]?.thread ?? ''));
  const said = { type: 'message.posted', author: '@human', delivery: 'now', parts: [] } as const;
  return cutOf(thread, { ...said, v: 1, thread: thread.state.id, seq: thread.state.seq + 1, at: 0 }) !== undefined;
}

const resting = goldenNames.filter((name) => isResting(readGolden(name)));

it.each(goldenNames)('[L1] what follows a cut is drawn as in the whole: %s', (name) => {
  const events = readGolden(name);
  checkCuts(events);
  for (const before of resting) for (const steps of [0, 100]) checkCuts(joined(readGolden(before), events, steps));
});

it('[L1] what follows a cut is drawn as in the whole, in any history', () => {
  let cuts = 0;
  fc.assert(
    fc.property(arbitraryHistory(), fc.constantFrom(...resting), fc.constantFrom(0, 100), (events, before, steps) => {
      cuts += checkCuts(joined(readGolden(before), events, steps));
    }),
    { numRuns: 300 },
  );
  expect(cuts).toBeGreaterThan(100);
});
