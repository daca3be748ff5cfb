import { threadOf, timeline } from '@toolthread/core';
import type { LedgerEvent, Thread } from '@toolthread/core';
import { expect, test } from 'vitest';
import { copiedItems } from './copied-items.ts';
import { copyText } from './copy-text.ts';

const base = (seq: number) => ({ v: 1, thread: 't', seq, at: 0 }) as const;
const said = (seq: number, text: string): LedgerEvent => {
  return { ...base(seq), type: 'message.posted', author: '@human', parts: [{ type: 'text', text }], delivery: 'now' };
};
const answered = (seq: number, step: number, text: string): LedgerEvent[] => [
  { ...base(seq), type: 'agent.step.started', step },
  { ...base(seq + 1), type: 'agent.part.completed', step, part: 0, kind: 'text', text },
  { ...base(seq + 2), type: 'agent.step.completed', step, finish_reason: 'stop' },
];
const events: readonly LedgerEvent[] = [
  { ...base(1), type: 'thread.created', title: 'Parser' },
  said(2, 'First question'),
  ...answered(3, 1, 'First **answer**'),
  said(6, 'Second question'),
  ...answered(7, 2, 'Second answer'),
];
const thread: Thread = threadOf(events);
const read = async (from: number, to: number): Promise<readonly LedgerEvent[]> =>
  events.filter(({ seq }) => seq >= from && seq <= to);

test('a turn is from one prompt to the next, wherever in it one is', () => {
  const { items } = timeline(thread);
  // What was said, the work (none here), and the answer.
  expect(items.length).toBe(6);
  for (const index of [0, 1, 2]) expect(copiedItems(items, index, 'turn')).toEqual({ from: 0, to: 3 });
  for (const index of [3, 4, 5]) expect(copiedItems(items, index, 'turn')).toEqual({ from: 3, to: 6 });
  expect(copiedItems(items, 1, 'item')).toEqual({ from: 1, to: 2 });
  expect(copiedItems(items, 1, 'thread')).toEqual({ from: 0, to: 6 });
});

test('[issue 13] an item, a turn and the thread, as text, Markdown and JSON', async () => {
  const asText = await copyText(thread, { index: 2, what: 'item', form: 'text' }, read);
  expect(asText).toContain('First **answer**');
  expect(asText).not.toContain('question');
  const turn = await copyText(thread, { index: 5, what: 'turn', form: 'md' }, read);
  expect([turn.includes('Second question'), turn.includes('Second answer'), turn.includes('First')]).toEqual([
    true,
    true,
    false,
  ]);
  const json = await copyText(thread, { index: 4, what: 'turn', form: 'jsonl' }, read);
  expect(
    json
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).seq),
  ).toEqual([6, 7, 8, 9]);
  const whole = await copyText(thread, { index: 0, what: 'thread', form: 'md' }, read);
  expect([whole.includes('# Parser'), whole.includes('Second answer')]).toEqual([true, true]);
  const all = await copyText(thread, { index: 0, what: 'thread', form: 'jsonl' }, read);
  expect(all.trim().split('\n')).toHaveLength(events.length);
});
