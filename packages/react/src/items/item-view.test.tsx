import { threadOf, timeline } from '@toolthread/core';
import type { GroupItem, Item, LedgerEvent, Timeline } from '@toolthread/core';
import { groupHeader, resultText } from '@toolthread/core/lines';
import { formatMeta } from '@toolthread/core/text';
import { describe, expect, test } from 'vitest';
import { drawn, markupText } from '../../test/drawn.tsx';
import { ledgerOf } from '../../test/first-call.ts';
import { goldenLedgers } from '../../test/golden-ledgers.ts';

function* everyItem(items: Timeline['items']): Iterable<Item> {
  for (const item of items) {
    yield item;
    if (item.kind === 'section') yield* everyItem(item.items);
    if (item.kind !== 'group') continue;
    for (const entry of item.entries) {
      if (entry.kind === 'call') for (const child of entry.children) yield* everyItem(child.items);
    }
  }
}

function itemsOf(events: readonly LedgerEvent[]): readonly Item[] {
  return [...everyItem(timeline(threadOf(events)).items)];
}

describe.each(goldenLedgers)('golden ledger %s', (_, events) => {
  test('[L1] shows the words of every message and answer, and the timing of an answer', () => {
    const text = markupText(drawn(events));
    for (const item of itemsOf(events)) {
      if (item.kind === 'message') {
        for (const part of item.parts) if (part.type === 'text') expect(text).toContain(part.text.replace(/\s+/g, ' '));
      }
      if (item.kind === 'answer' && item.state === 'done' && item.scope === undefined) {
        expect(text).toContain(formatMeta({ durationMs: item.durationMs, tokens: item.tokens }));
      }
    }
  });

  test('[L3] a header says what the tally says, and never less', () => {
    const text = markupText(drawn(events, { open: false }));
    for (const item of timeline(threadOf(events)).items) {
      if (item.kind !== 'group') continue;
      const header = groupHeader(item);
      if (header === undefined) continue;
      expect(text).toContain(header.label);
      for (const name of ['failed', 'waiting', 'interrupted', 'denied', 'skipped', 'lost'] as const) {
        const said = name === 'lost' ? 'without result' : name;
        if (header.counts[name] > 0) expect(text).toContain(`${header.counts[name]} ${said}`);
      }
    }
  });

  test('[L3] every call is drawn with its own state, and a failed one never as done', () => {
    const markup = drawn(events);
    const groups = itemsOf(events).filter((item): item is GroupItem => item.kind === 'group');
    const count = (status: string): number => markup.split(`tt-call" data-status="${status}"`).length - 1;
    for (const status of [
      'done',
      'failed',
      'denied',
      'interrupted',
      'skipped',
      'lost',
      'waiting',
      'running',
    ] as const) {
      expect([status, count(status)]).toEqual([status, groups.reduce((sum, group) => sum + group.tally[status], 0)]);
    }
  });

  test('every result is there in full when all is open', () => {
    const text = markupText(drawn(events));
    for (const item of itemsOf(events)) {
      if (item.kind !== 'group') continue;
      for (const entry of item.entries) {
        const result = entry.kind === 'call' ? resultText(entry.call) : undefined;
        // oxlint-disable-next-line no-control-regex -- output of a terminal is drawn, not quoted
        if (result !== undefined && !/[\r\x1b]/.test(result))
          expect(text).toContain(result.replace(/\s+/g, ' ').trim());
      }
    }
  });

  test('can be drawn after every event', () => {
    for (let length = 0; length <= events.length; length += 1) {
      expect(() => drawn(events.slice(0, length))).not.toThrow();
    }
  });
});

test('what waits for a person is drawn when nothing has been opened', () => {
  const tour = goldenLedgers.find(([name]) => name === 'tour')?.[1] ?? [];
  const text = markupText(drawn(tour.slice(0, 31), { open: false }));
  expect(text).toContain('Which packages may I change?');
  expect(text).toContain('1 waiting');
  expect(text).toContain('Only the linter');
});

test.each(['guard', 'steps_limit', 'token_limit', 'time_limit', 'retry_limit', 'finish_reason'] as const)(
  '[U2 10] a run that ended by %s says why in words',
  (stop_reason) => {
    const stopped = {
      type: 'agent.continuation',
      should_continue: false,
      stop_reason,
      resolved_by: 'guard',
      evaluations: [],
    } as const;
    const text = markupText(drawn(ledgerOf({ type: 'agent.status', status: 'running' }, stopped)));
    expect(text).toMatch(/Stopped: \w+ /);
    expect(text).not.toContain(stop_reason);
  },
);
