import { expect, it } from 'vitest';
import { describeItems } from '../../../fixtures/describe-timeline.ts';
import { eventsOf } from '../../../test/events-of.ts';
import type { EventDraft } from '../../ledger/ledger-event.ts';
import { threadOf, timeline } from '../timeline.ts';

/** A step with one call that is done. */
function callStep(step: number, name: string, scope?: string): EventDraft[] {
  const where = scope === undefined ? {} : { scope };
  return [
    { type: 'agent.step.started', step, ...where },
    { type: 'agent.tool.called', step, part: 0, call: name, name, arguments: '{}', ...where },
    { type: 'agent.tool.completed', step, call: name, outcome: 'done', ...where },
    { type: 'agent.step.completed', step, finish_reason: 'tool_calls', ...where },
  ];
}

const between: readonly (readonly [what: string, draft: EventDraft])[] = [
  ['a compaction', { type: 'context.compacted', summary: 'BETWEEN', replaces_to: 1 }],
  [
    'a message of another agent',
    { type: 'message.posted', author: 'scout', parts: [{ type: 'text', text: 'BETWEEN' }], delivery: 'now' },
  ],
  [
    'a result without its call',
    { type: 'agent.tool.completed', call: 'x', outcome: 'done', parts: [{ type: 'text', text: 'BETWEEN' }] },
  ],
  [
    'why a run stopped',
    { type: 'agent.continuation', should_continue: false, stop_reason: 'steps_limit', resolved_by: 'BETWEEN' },
  ],
  ['a purge', { type: 'event.purged', purged: 'BETWEEN', by: '@human' }],
  [
    'a request without a call',
    {
      type: 'request.opened',
      request: 'r1',
      kind: 'question',
      questions: [{ question: 'BETWEEN', options: [], multiple: false, free_text: true }],
    },
  ],
  ['changed files', { type: 'workspace.changed', change: 'w1', files: [{ path: 'BETWEEN', after: 'h1' }] }],
  [
    'a section of another agent',
    { type: 'agent.status', status: 'failed', error_message: 'BETWEEN', scope: 'agent:b' },
  ],
];

it.each(between)('[L1] what came later is not drawn above %s', (_, draft) => {
  const events = eventsOf([...callStep(1, 'before'), draft, ...callStep(2, 'after')]);
  const thread = threadOf(events);
  expect([...thread.state.anomalies.first]).toEqual([]);
  const drawn = describeItems(timeline(thread).items).map((line) => JSON.stringify(line));
  const place = (word: string): number => drawn.findIndex((line) => line.includes(word));
  expect(drawn.filter((line) => line.includes('before') && line.includes('after'))).toEqual([]);
  expect(place('before')).toBe(0);
  expect(place('after')).toBe(drawn.length - 1);
  expect(drawn.length).toBeGreaterThan(2);
});

const words: EventDraft[] = [
  { type: 'agent.step.started', step: 1 },
  { type: 'agent.part.completed', step: 1, part: 0, kind: 'text', text: 'before' },
];

const thoughtAndWords: EventDraft[] = [
  { type: 'agent.step.started', step: 1 },
  { type: 'agent.part.completed', step: 1, part: 0, kind: 'reasoning', text: 'a thought' },
  { type: 'agent.part.completed', step: 1, part: 1, kind: 'text', text: 'before' },
];

/** Calls that the provider ran before the words: the words are in the line of a group that has entries. */
const lookedUpAndWords: EventDraft[] = [
  { type: 'agent.step.started', step: 1 },
  {
    type: 'agent.tool.called',
    step: 1,
    part: 0,
    call: 's',
    name: 'search',
    arguments: '{}',
    runs: 'provider',
  },
  { type: 'agent.tool.completed', step: 1, call: 's', outcome: 'done' },
  { type: 'agent.text.delta', step: 1, part: 1, offset: 0, text: 'before' },
];

it.each<[string, EventDraft[]]>([
  ...between.map(([what, draft]): [string, EventDraft[]] => [what, [draft]]),
  ...(['steer', 'now'] as const).map((delivery): [string, EventDraft[]] => [
    `what a person says (${delivery})`,
    [{ type: 'message.posted', author: '@human', parts: [{ type: 'text', text: 'BETWEEN' }], delivery }],
  ]),
  [
    'a run whose call is not known',
    [{ type: 'scope.opened', scope: 'child:b', kind: 'child', name: 'BETWEEN' }, ...callStep(1, 'inside', 'child:b')],
  ],
])('[L1] words whose response is not over stand above %s, whatever they turn out to be', (_, between) => {
  const drawn = (after: EventDraft[], said = words): string => {
    const thread = threadOf(eventsOf([...said, ...between, ...after]));
    expect([...thread.state.anomalies.first]).toEqual([]);
    // A line of ours is described by its code.
    return JSON.stringify(describeItems(timeline(thread).items)).replace(/steps_limit|purged/u, 'BETWEEN');
  };
  const call: EventDraft = { type: 'agent.tool.called', step: 1, part: 2, call: 'c', name: 'after', arguments: '{}' };
  const end: EventDraft = { type: 'agent.step.completed', step: 1, finish_reason: 'stop' };
  const stopped: EventDraft = { type: 'agent.status', status: 'cancelled' };
  const failed: EventDraft = { type: 'agent.step.completed', step: 1, finish_reason: 'aborted', discarded: true };
  const ends = [[], [end], [stopped], [failed], [call], [call, end]];
  for (const text of [words, thoughtAndWords, lookedUpAndWords].flatMap((said) =>
    ends.map((end) => drawn(end, said)),
  )) {
    expect(text.indexOf('before')).toBeGreaterThan(-1);
    expect(text.indexOf('before')).toBeLessThan(text.indexOf('BETWEEN'));
    expect(text.indexOf('before')).toBe(text.lastIndexOf('before'));
  }
  expect(drawn([call]).indexOf('BETWEEN')).toBeLessThan(drawn([call]).indexOf('after'));
});

it('[L1] the same inside the run of a child', () => {
  const scope = 'child:b';
  const events = eventsOf([
    { type: 'agent.step.started', step: 1 },
    { type: 'agent.tool.called', step: 1, part: 0, call: 'spawn', name: 'spawn', arguments: '{}' },
    { type: 'scope.opened', scope, kind: 'child', name: 'b', parent: { call: 'spawn', step: 1 } },
    ...callStep(1, 'before', scope),
    { type: 'message.posted', author: '@human', parts: [{ type: 'text', text: 'BETWEEN' }], delivery: 'now', scope },
    ...callStep(2, 'middle', scope),
    { type: 'context.compacted', summary: 'BETWEEN', replaces_to: 1, scope },
    ...callStep(3, 'after', scope),
  ]);
  const text = JSON.stringify(describeItems(timeline(threadOf(events)).items));
  const places = ['before', 'BETWEEN', 'middle', 'BETWEEN', 'after'].reduce<number[]>(
    (found, word) => [...found, text.indexOf(word, found.at(-1) ?? 0)],
    [],
  );
  expect(places.every((at) => at > 0)).toBe(true);
});

it('a card that waits stands below its group, and the group goes on above it', () => {
  const events = eventsOf([
    { type: 'agent.step.started', step: 1 },
    { type: 'agent.tool.called', step: 1, part: 0, call: 'a', name: 'first', arguments: '{}' },
    { type: 'request.opened', request: 'r1', kind: 'approval', call: 'a', step: 1 },
    { type: 'agent.tool.called', step: 1, part: 1, call: 'b', name: 'second', arguments: '{}' },
  ]);
  const kinds = Array.from(timeline(threadOf(events)).items, ({ kind }) => kind);
  expect(kinds).toEqual(['group', 'request']);
});

it('[L1] words that a late call makes commentary stay above what was said after them', () => {
  const events = eventsOf([
    { type: 'agent.step.started', step: 1 },
    { type: 'agent.part.completed', step: 1, part: 0, kind: 'text', text: 'First,' },
    { type: 'agent.part.completed', step: 1, part: 1, kind: 'text', text: ' second.' },
    { type: 'agent.step.completed', step: 1, finish_reason: 'stop' },
    { type: 'message.posted', author: '@human', parts: [{ type: 'text', text: 'third' }], delivery: 'now' },
    { type: 'agent.tool.called', step: 1, part: 2, call: 'c', name: 'fourth', arguments: '{}' },
  ]);
  const thread = threadOf(events);
  expect(thread.state.anomalies.count).toBe(0);
  const text = JSON.stringify(describeItems(timeline(thread).items));
  const places = ['First,', ' second.', 'third', 'fourth'].map((word) => text.indexOf(word));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(places[0]).toBeGreaterThan(0);
  const kinds = Array.from(timeline(thread).items, ({ kind }) => kind);
  expect(kinds.filter((kind) => kind !== 'gone')).toEqual(['group', 'message', 'group']);
});

it('[issue 13] what a member says after a question to it stands below that question', () => {
  const member = (name: string): EventDraft => ({ type: 'scope.opened', scope: `agent:${name}`, kind: 'member', name });
  const asks: EventDraft = {
    type: 'message.posted',
    author: '@architect',
    mentions: ['@coder'],
    parts: [{ type: 'text', text: 'QUESTION' }],
    delivery: 'now',
  };
  const thread = threadOf(
    eventsOf([
      member('architect'),
      member('coder'),
      ...callStep(1, 'begun', 'agent:coder'),
      ...callStep(1, 'meanwhile', 'agent:architect'),
      asks,
      ...callStep(2, 'ANSWER', 'agent:coder'),
      ...callStep(2, 'goes on', 'agent:architect'),
    ]),
  );
  const text = JSON.stringify(describeItems(timeline(thread).items));
  const places = ['begun', 'QUESTION', 'ANSWER'].map((word) => text.indexOf(word));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  // Whom it does not ask goes on where they were.
  expect(Array.from(timeline(thread).items, ({ kind }) => kind)).toEqual(['section', 'section', 'message', 'section']);
});

it.each(between)('[L1] an attempt that is discarded stays above %s, which came after its words', (_, draft) => {
  const failed: EventDraft = { type: 'agent.step.completed', step: 1, finish_reason: 'aborted', discarded: true };
  const words = `before\n\n${'Words of an answer. '.repeat(60)}`;
  const events = eventsOf([
    { type: 'agent.step.started', step: 1 },
    { type: 'agent.text.delta', step: 1, part: 0, offset: 0, text: words },
    draft,
    failed,
    ...callStep(2, 'after'),
  ]);
  const drawn = describeItems(timeline(threadOf(events)).items).map((line) => JSON.stringify(line));
  const place = (word: string): number => drawn.findIndex((line) => line.includes(word));
  expect(drawn.filter((line) => line.includes('before') && line.includes('after'))).toEqual([]);
  expect(place('before')).toBe(0);
  expect(place('after')).toBe(drawn.length - 1);
});
