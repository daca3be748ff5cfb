import { timeline, foldThread, newThread } from '@toolthread/core';
import type { LedgerEvent, Timeline } from '@toolthread/core';
import { describe, expect, test } from 'vitest';
import { goldenLedgers } from '../../../test/golden-ledgers.ts';
import { openCards } from '../../requests/open-cards.ts';
import { announcement, withWaiting } from './announcement.ts';
import { english } from '@toolthread/core/text';

/** What is said after each event of a ledger. */
function said(events: readonly LedgerEvent[]): { readonly event: LedgerEvent; readonly words: string[] }[] {
  let thread = newThread(events[0]?.thread ?? '');
  let before: Timeline['items'] | undefined;
  return events.map((event) => {
    thread = foldThread(thread, event);
    const { items } = timeline(thread);
    const words = items.toArray().flatMap((item, index) => announcement(before?.at(index), item, english) ?? []);
    before = items;
    return { event, words };
  });
}

describe.each(goldenLedgers)('%s', (_, events) => {
  test('words that stream are never read out', () => {
    for (const { event, words } of said(events)) {
      if (!('text' in event) || event.text === undefined || event.text.length < 12) continue;
      if (event.type.endsWith('.delta')) expect(words.join(' ')).not.toContain(event.text.trim());
    }
  });

  test('whatever waits for a person is said, once, when it begins to wait', () => {
    for (const { event, words } of said(events)) {
      const waits = words.filter((word) => word.startsWith('Waiting for you'));
      if (event.type !== 'request.opened') expect(waits).toEqual([]);
      else if (event.scope === undefined) expect(waits).toHaveLength(1);
    }
  });

  test('deltas after the first change nothing that is said', () => {
    const all = said(events);
    const loud = all.filter(({ event, words }) => event.type.endsWith('.delta') && words.length > 0);
    const steps = all.filter(({ event }) => event.type === 'agent.step.started').length;
    // Once when words begin in a step, and once when they turn out to be its answer.
    expect(loud.length).toBeLessThanOrEqual(2 * steps);
  });
});

test('[U2 1] while somebody waits, whatever is said says that too; a reader who cannot answer is told that it is for others', () => {
  let [thread, waited] = [newThread('t'), 0];
  for (const event of goldenLedgers.flatMap(([, events]) =>
    events.some(({ type }) => type === 'request.opened') ? events : [],
  )) {
    if (event.seq === 1) thread = newThread(event.thread);
    thread = foldThread(thread, event);
    const open = openCards(timeline(thread).items);
    const words = withWaiting('Answer complete', open, english);
    expect(words.includes('Waiting for you: ')).toBe(open.length > 0);
    expect(withWaiting('Answer complete', open, english, { may: 'read' })).toBe('Answer complete');
    for (const { item } of open)
      expect(announcement(undefined, item, english, { may: 'read' })).toMatch(/^Waiting for others: /);
    const alone = words.replace('Answer complete. ', '');
    expect(withWaiting(alone, open, english)).toBe(alone);
    waited += open.length;
  }
  expect(waited).toBeGreaterThan(3);
});
