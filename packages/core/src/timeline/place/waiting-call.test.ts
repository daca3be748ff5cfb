import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { goldenNames, readGolden } from '../../../fixtures/golden.ts';
import { arbitraryHistory } from '../../../fixtures/random-history.ts';
import { eventsOf } from '../../../test/events-of.ts';
import { renderText } from '../../blocks/render-text.ts';
import type { EventDraft, LedgerEvent } from '../../ledger/ledger-event.ts';
import type { Entry, Item, RequestItem } from '../item.ts';
import { groupHeader } from '../lines/group-header.ts';
import { foldThread, newThread, threadOf, timeline } from '../timeline.ts';
import type { Thread } from '../timeline.ts';

const called = (part: number, name: string): EventDraft => ({
  type: 'agent.tool.called',
  step: 1,
  part,
  call: name,
  name,
  arguments: '{}',
});
const words: EventDraft = { type: 'agent.text.delta', step: 1, part: 1, offset: 0, text: 'Two ways are open.' };
const asked: EventDraft = {
  type: 'request.opened',
  request: 'r1',
  kind: 'question',
  call: 'ask',
  step: 1,
  questions: [{ question: 'Which way?' }],
};
const answered: EventDraft = {
  type: 'request.resolved',
  request: 'r1',
  decision: 'answered',
  answers: [{ question: 'Which way?', values: ['left'] }],
};
const open: readonly EventDraft[] = [
  { type: 'agent.status', status: 'running' },
  { type: 'agent.step.started', step: 1 },
  called(0, 'look'),
  { type: 'agent.tool.completed', step: 1, call: 'look', outcome: 'done' },
  words,
  called(2, 'ask'),
  asked,
];
const after: readonly EventDraft[] = [...open, answered];
const done: readonly EventDraft[] = [
  ...after,
  { type: 'agent.tool.completed', step: 1, call: 'ask', outcome: 'done', parts: [{ type: 'text', text: 'left' }] },
];

function inOrder(text: string, ...parts: readonly string[]): void {
  const places = parts.map((part) => text.indexOf(part));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(places[0]).toBeGreaterThan(-1);
}

describe('a call that waits for a person stands below its group, as its card', () => {
  it.each(['expanded', 'blocks'] as const)(
    '[L1] what was said before a question is above all of it, and after the answer too: %s',
    (form) => {
      const text = (drafts: readonly EventDraft[]): string =>
        renderText(timeline(threadOf(eventsOf(drafts))), { form });
      inOrder(text(open), 'look', 'Two ways are open.', 'Which way?');
      expect(text(open).split('Two ways are open.')[0]).not.toContain('ask');
      inOrder(text(after), 'look', 'Two ways are open.', 'ask');
      inOrder(text(done), 'look', 'Two ways are open.', 'ask', 'left');
    },
  );

  it('its group counts it as waiting, and has no row for it until it is settled', () => {
    const group = (drafts: readonly EventDraft[]): { label: string | undefined; calls: string[] } => {
      const found = [...timeline(threadOf(eventsOf(drafts))).items].find((item) => item.kind === 'group');
      const entries = found === undefined ? [] : [...found.entries];
      const header = found && groupHeader(found);
      return {
        label: header && `${header.label}, ${header.counts.waiting} waiting`,
        calls: entries.flatMap((entry) => (entry.kind === 'call' ? [entry.call.name] : [])),
      };
    };
    expect(group(open)).toEqual({ label: '🔧 2 tool calls, 1 waiting', calls: ['look'] });
    expect(group(after).calls).toEqual(['look', 'ask']);
    expect(group(done).calls).toEqual(['look', 'ask']);
  });

  it('a group in which nothing else happened has nothing to open', () => {
    const alone = [...open.slice(0, 2), called(0, 'ask'), asked];
    const text = renderText(timeline(threadOf(eventsOf(alone))), { form: 'collapsed' });
    expect(text.split('\n')[0]).toBe('🔧 1 tool call · 1 waiting');
    const settled = renderText(timeline(threadOf(eventsOf([...alone, answered, ...done.slice(-1)]))), {
      form: 'collapsed',
    });
    expect(settled.split('\n')[0]).toContain('(show details)');
  });

  it('words before a call that waits are not those of the next one', () => {
    const two = eventsOf([
      { type: 'agent.step.started', step: 1 },
      { type: 'agent.text.delta', step: 1, part: 0, offset: 0, text: 'I push.' },
      called(1, 'push'),
      called(2, 'ask'),
      { type: 'request.opened', request: 'r0', kind: 'approval', call: 'push', step: 1 },
      asked,
    ]);
    inOrder(renderText(timeline(threadOf(two)), { form: 'expanded' }), 'I push.', 'push', 'Which way?');
  });

  it('a call with a run under it stays in its group: what that run did is not hidden', () => {
    const events = eventsOf([
      { type: 'agent.step.started', step: 1 },
      { type: 'agent.text.delta', step: 1, part: 0, offset: 0, text: 'Somebody looks.' },
      called(1, 'ask'),
      { type: 'agent.tool.started', step: 1, call: 'ask' },
      { type: 'scope.opened', scope: 'child:b', kind: 'child', name: 'b', parent: { call: 'ask', step: 1 } },
      { type: 'agent.step.started', step: 1, scope: 'child:b' },
      { type: 'agent.tool.called', step: 1, part: 0, call: 'c', name: 'inside', arguments: '{}', scope: 'child:b' },
      asked,
    ]);
    inOrder(renderText(timeline(threadOf(events)), { form: 'expanded' }), 'Somebody looks.', 'inside', 'Which way?');
  });

  it.each(goldenNames)('[L1] order, at every moment of %s', (name) => checkOrder(readGolden(name)));

  it('[L1] order, at every moment of any history', () => {
    fc.assert(
      fc.property(arbitraryHistory(), (events) => checkOrder(events)),
      { numRuns: 300 },
    );
  });
});

/** A call that waits has one card and no row, with the words that came last before it. */
function checkOrder(events: Iterable<LedgerEvent>): void {
  let thread = newThread('random');
  for (const event of events) {
    thread = foldThread(thread, event);
    const items = everyItem(thread);
    const groups = items.filter((item) => item.kind === 'group');
    const cards = items.filter((item) => item.kind === 'request').filter(({ request }) => !request.settled);
    for (const [place, { state }] of thread.state.calls.byPlace.entries()) {
      if (state.name !== 'waiting') continue;
      const card = cards.filter((item) => item.call?.place === place);
      expect(card.length).toBe(1);
      for (const { entries } of groups) {
        const at = [...entries].findIndex(({ key }) => key === place);
        if (at !== -1) checkRow([...entries], at, card[0]?.lead ?? []);
      }
    }
  }
}

function checkRow(entries: readonly Entry[], at: number, lead: RequestItem['lead']): void {
  const row = entries[at];
  if (row?.kind === 'call') expect([row.children.length > 0, lead]).toEqual([true, []]);
  else expect(row?.kind).toBe('gone');
  const from = lead[0]?.place.entry ?? at;
  expect(lead.map(({ place }) => place.entry)).toEqual(lead.map(({ place }) => place.entry).toSorted((a, b) => a - b));
  const between = entries.slice(from, at);
  expect(between.filter((entry) => entry.kind === 'call' || 'call' in entry)).toEqual([]);
}

function everyItem(thread: Thread): readonly Item[] {
  const all = (item: Item): Item[] => [item, ...innerOf(item).flatMap(all)];
  return [...timeline(thread).items].flatMap(all);
}

function innerOf(item: Item): readonly Item[] {
  if (item.kind === 'section') return [...item.items];
  if (item.kind !== 'group') return [];
  return [...item.entries].flatMap((entry) =>
    entry.kind === 'call' ? entry.children.flatMap(({ items }) => [...items]) : [],
  );
}
