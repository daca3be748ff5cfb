import { expect, it } from 'vitest';
import { eventsOf } from '../../../test/events-of.ts';
import type { EventDraft } from '../../ledger/ledger-event.ts';
import type { Item } from '../item.ts';
import { threadOf, timeline } from '../timeline.ts';

const NINE_HOURS = 9 * 3_600_000;

const said = (part: number, text: string, at: number, kind: 'text' | 'reasoning' = 'text'): EventDraft => ({
  type: 'agent.part.completed',
  step: 1,
  part,
  kind,
  text,
  at,
});
const started: EventDraft = { type: 'agent.step.started', step: 1, at: 1000 };
const late: EventDraft = { type: 'agent.step.completed', step: 1, finish_reason: 'stop', at: NINE_HOURS };

const itemsOf = (drafts: readonly EventDraft[]): Item[] =>
  timeline(threadOf(eventsOf(drafts)))
    .items.toArray()
    .filter(({ kind }) => kind !== 'gone');

it('[issue 11] an answer has the time of its words, not of the event that showed that they are the answer', () => {
  expect(itemsOf([started, said(0, 'Done.', 2000), late])).toMatchObject([{ kind: 'answer', at: 2000 }]);
});

it('[issue 11] of words that came bit by bit, it is the time of the first', () => {
  const delta = (offset: number, text: string, at: number): EventDraft => ({
    type: 'agent.text.delta',
    step: 1,
    part: 0,
    offset,
    text,
    at,
  });
  const drafts = [started, delta(0, 'All ', 2000), delta(4, 'done.', 5000), said(0, 'All done.', 6000), late];
  expect(itemsOf(drafts)).toMatchObject([{ kind: 'answer', at: 2000 }]);
});

it('[issue 11] the reasoning before it ends when its words begin', () => {
  const drafts = [started, said(0, 'Hm.', 1000, 'reasoning'), said(1, 'Done.', 4000), late];
  expect(itemsOf(drafts)).toMatchObject([
    { kind: 'reasoning', at: 1000, endedAt: 4000 },
    { kind: 'answer', at: 4000 },
  ]);
});

it('[issue 11] commentary and thoughts have the time of their own words', () => {
  const drafts: EventDraft[] = [
    started,
    said(0, 'Hm.', 1500, 'reasoning'),
    said(1, 'I look.', 2000),
    { type: 'agent.tool.called', step: 1, part: 2, call: 'c', name: 'read', arguments: '{}', at: NINE_HOURS },
    said(3, 'I see.', NINE_HOURS + 1),
  ];
  const [group] = itemsOf(drafts);
  const entries = group?.kind === 'group' ? group.entries.toArray() : [];
  expect(entries.map((entry) => ('at' in entry ? entry.at : entry.kind))).toEqual([1500, 2000, 'call', NINE_HOURS + 1]);
});

it('[issue 11] words that stood above a question have their time when they are back in the group', () => {
  const drafts: EventDraft[] = [
    started,
    said(0, 'Two ways.', 2000),
    { type: 'agent.tool.called', step: 1, part: 1, call: 'c', name: 'ask', arguments: '{}', at: 3000 },
    {
      type: 'request.opened',
      request: 'r',
      kind: 'question',
      call: 'c',
      questions: [{ question: 'Which?', options: [], multiple: false, free_text: true }],
      at: 3000,
    },
    { type: 'request.resolved', request: 'r', decision: 'once', by: '@human', at: NINE_HOURS },
  ];
  const [group] = itemsOf(drafts);
  const [words] = group?.kind === 'group' ? group.entries.toArray() : [];
  expect(words).toMatchObject({ kind: 'commentary', text: 'Two ways.', at: 2000 });
});

it('[issue 11] a group in which nobody works any more ended with its last result, not with the next message', () => {
  const drafts: EventDraft[] = [
    started,
    { type: 'agent.tool.called', step: 1, part: 0, call: 'c', name: 'read', arguments: '{}', at: 2000 },
    { type: 'agent.tool.completed', step: 1, call: 'c', outcome: 'done', at: 5000 },
    { type: 'agent.step.completed', step: 1, finish_reason: 'tool_calls', at: 5000 },
    {
      type: 'message.posted',
      author: '@human',
      parts: [{ type: 'text', text: 'And?' }],
      delivery: 'now',
      at: NINE_HOURS,
    },
  ];
  expect(itemsOf(drafts)).toMatchObject([{ kind: 'group', at: 1000, endedAt: 5000 }, { kind: 'message' }]);
});

it('[issue 13] [L3] words of another agent are written once its file has them, whatever that tells of the end; ours are being written', () => {
  const stateOf = (source: object, ...begun: readonly EventDraft[]): unknown => {
    const words = said(0, 'It is done. '.repeat(60), 1000);
    const last = itemsOf([{ type: 'thread.created', ...source, at: 1 }, ...begun, started, words]).at(-1);
    return last?.kind === 'answer' ? last.state : last?.kind;
  };
  const source = { format: 'claude-code' };
  expect([stateOf({ source }), stateOf({ source, agent: 'elsewhere' })]).toEqual(['done', 'done']);
  // A run that is under way by the file's own word goes on.
  expect(stateOf({ source }, { type: 'agent.status', status: 'running', at: 2 })).toBe('streaming');
  expect(stateOf({})).toBe('streaming');
});
