import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contractStory } from '../../../test/contract-story.ts';
import type { StoryEvent, StoryTurn } from '../../../test/contract-story.ts';
import { renderText } from '../../blocks/render-text.ts';
import { appendDrafts } from '../../ledger/append-drafts.ts';
import { foldThread, newThread, timeline } from '../../timeline/timeline.ts';
import { contractReader } from './contract-reader.ts';

type Turns = readonly StoryTurn[];
type Tell = (turns: Turns, place: number) => readonly unknown[];

function linesOf(records: readonly unknown[]): readonly string[] {
  const reader = contractReader();
  let thread = newThread('t1');
  for (const record of records)
    for (const event of appendDrafts(thread.state, reader.push(record), 0)) thread = foldThread(thread, event);
  return renderText(timeline(thread), { form: 'expanded' }).split('\n');
}

/** How often each call and each answer is drawn, and each failure: all of them once. */
function expectOnce(turns: Turns, records: readonly unknown[]): void {
  const lines = linesOf(records);
  const count = (words: string): number => lines.filter((line) => line.includes(words)).length;
  const labels = turns.flatMap(({ calls }) => calls.map(({ label }) => `(n: '${label}')`));
  const answers = turns.flatMap(({ end, number }) => (end.startsWith('answer') ? [`Answer **${number}**`] : []));
  expect([...labels, ...answers].map((words) => [words, count(words)])).toEqual(
    [...labels, ...answers].map((words) => [words, 1]),
  );
  expect(count('Quota spent')).toBe(turns.filter(({ end }) => /fail/.test(end)).length);
}

const told = ({ stored, live }: StoryTurn): readonly unknown[] => [stored[0], ...live, ...stored.slice(1)];
const copies = (live: readonly StoryEvent[]): readonly StoryEvent[] => structuredClone(live);

const ANY: { readonly [name: string]: Tell } = {
  'live, then stored': (turns) => turns.flatMap(told),
  'stored, then live': (turns) => turns.flatMap(({ stored, live }) => [...stored, ...live]),
  'all stored, then the last turn live': (turns) => [
    ...turns.flatMap(({ stored }) => stored),
    ...(turns.at(-1)?.live ?? []),
  ],
  'all live, then all stored': (turns) => [
    ...turns.flatMap(({ stored, live }) => [stored[0], ...live]),
    ...turns.flatMap(({ stored }) => stored),
  ],
  'each event pushed twice': (turns) =>
    turns.flatMap(({ stored, live }) => [stored[0], ...live.flatMap((event) => [event, event]), ...stored.slice(1)]),
  'a question that is not stored': (turns, place) =>
    turns.flatMap((turn, index) => (index === place % turns.length ? told(turn).slice(1) : told(turn))),
};

/** Without times nobody knows whether the same is told again or has happened again. */
const WITH_TIMES: { readonly [name: string]: Tell } = {
  'all stored, then all turns live': (turns) => [
    ...turns.flatMap(({ stored }) => stored),
    ...turns.flatMap(({ live }) => live),
  ],
  'each event told twice': (turns) =>
    turns.flatMap(({ stored, live }) => [
      stored[0],
      ...live.flatMap((event) => [event, ...copies([event])]),
      ...stored.slice(1),
    ]),
  'each turn told twice': (turns) =>
    turns.flatMap(({ stored, live }) => [stored[0], ...live, ...copies(live), ...stored.slice(1)]),
  'an earlier turn after a later question': (turns) =>
    turns.flatMap((turn, index) => {
      const [question, ...rest] = told(turn);
      return [question, ...copies(turns[index - 1]?.live ?? []), ...rest];
    }),
};

/** Two events that are side by side come in the other order. */
const swapped: Tell = (turns, place) =>
  turns.flatMap(({ stored, live }) => {
    const at = 1 + (place % Math.max(1, live.length - 2));
    const [first, second] = [live[at], live[at + 1]];
    const other = first === undefined || second === undefined ? live : live.toSpliced(at, 2, second, first);
    return [stored[0], ...other, ...stored.slice(1)];
  });

/** The result of one call in each turn comes right before the call. */
const early: Tell = (turns, place) =>
  turns.flatMap(({ stored, live }) => {
    const places = live.flatMap((event, at) =>
      event.type === 'agent.tool.started' && live[at + 1]?.type === 'agent.tool.completed' ? [at] : [],
    );
    const at = places[place % Math.max(1, places.length)];
    const other =
      at === undefined ? live : [...live.slice(0, at), ...live.slice(at, at + 2).toReversed(), ...live.slice(at + 2)];
    return [stored[0], ...other, ...stored.slice(1)];
  });

describe('[seed 001] a call, an answer and a failure are drawn once, whatever the ids of calls in events and messages', () => {
  test.each(Object.entries(ANY))('%s', (_, tell) => {
    fc.assert(fc.property(contractStory(), fc.nat(), (turns, place) => expectOnce(turns, tell(turns, place))));
  });

  test.each(Object.entries(WITH_TIMES))('where events have times: %s', (_, tell) => {
    fc.assert(
      fc.property(contractStory({ isTimed: true }), fc.nat(), (turns, place) => expectOnce(turns, tell(turns, place))),
    );
  });

  test.each([{}, { isTimed: true }])('a result before its call: %j', (how) => {
    fc.assert(
      fc.property(contractStory(how), fc.nat(), (turns, place) => expectOnce(turns, early(turns, place))),
      { numRuns: 400 },
    );
  });

  test('where steps are told: two events in the other order', () => {
    fc.assert(
      fc.property(contractStory({ tellsSteps: true }), fc.nat(), (turns, place) =>
        expectOnce(turns, swapped(turns, place)),
      ),
    );
  });
});

test('[L3] results without an id before their calls, which have none either: each is its own call’s', () => {
  const event = (type: string, label: string): object => ({
    type: `agent.tool.${type}`,
    execution_id: 'e1',
    payload: {
      tool_name: 'search',
      ...(type === 'started' ? { args_summary: label } : { success: true, result: `of ${label}` }),
    },
  });
  const begun = { type: 'agent.status', execution_id: 'e1', payload: { status: 'processing' } };
  const tell = (...told: readonly string[]): readonly string[] =>
    linesOf([
      begun,
      ...told.map((word) => event(word.startsWith('>') ? 'started' : 'completed', word.slice(1))),
    ]).filter((line) => line.includes('search'));
  const both = ['  search(a) → of a', '  search(b) → of b'];
  expect(tell('<a', '>a', '>b', '<b')).toEqual(both);
  expect(tell('>a', '<a', '<b', '>b')).toEqual(both);
  expect(tell('<a', '<b', '>a', '>b')).toEqual(both);
});

test('[L4] two calls that only look alike stay two, where an id of one is known from both', () => {
  const at = '2026-01-16T10:05:00.000Z';
  const call = (id: string): object => ({ id, name: 'search', args_summary: 'q' });
  const started = (tool_call_id: string): object => ({
    type: 'agent.tool.started',
    timestamp: at,
    payload: { tool_name: 'search', tool_call_id, args_summary: 'q' },
  });
  const stored = (id: string, call_id: string): object => ({
    id,
    role: 'assistant',
    content: '',
    timestamp: at,
    metadata: { tool_calls: [call(call_id)] },
  });
  const asked = { id: 'u', role: 'user', content: 'Go', timestamp: at };
  const lines = linesOf([
    asked,
    started('c1'),
    stored('m1', 'c1'),
    started('c3'),
    stored('m2', 'c2'),
    stored('m3', 'c3'),
  ]);
  expect(lines.filter((line) => line.includes('search('))).toHaveLength(3);
});
