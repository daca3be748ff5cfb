import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { jsonPieces } from '@toolthread/core/json';
import { foldAll } from '@toolthread/core';
import type { ContentPart, EventDraft, LedgerEvent, ThreadState } from '@toolthread/core';
import { messagesInPieces } from '@toolthread/core/contract';
import { expect, test } from 'vitest';

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

const LETTERS = 1_000_000;
const READERS = 40;
const long = (sign: string): ContentPart => ({ type: 'text', text: sign.repeat(LETTERS) });
const posted = (author: string, parts: readonly ContentPart[]): EventDraft[] => [
  { type: 'message.posted', author, parts, delivery: 'now' },
];
const delta = (part: number, sign: string): EventDraft => ({
  type: 'agent.text.delta',
  step: 1,
  part,
  offset: 0,
  text: sign.repeat(LETTERS),
});
const called: EventDraft = { type: 'agent.tool.called', step: 1, part: 0, call: 'c', name: 't', arguments: '{}' };

function* messageTexts(state: ThreadState): Generator<string> {
  for (const messages of messagesInPieces(state)) yield* jsonPieces(messages);
}

/** Reads until the long text has begun, and stays there. */
function begun(events: readonly LedgerEvent[], state = foldAll(events)): () => Generator<string> {
  return () => {
    const texts = messageTexts(state);
    while ((texts.next().value ?? '').length < 1000);
    return texts;
  };
}

test.each<[string, readonly EventDraft[]]>([
  ['what a person says', posted('@human', [long('x')])],
  ['what another says', posted('@other', [long('x')])],
  ['a message of several parts', posted('@human', [long('x'), long('語')])],
  [
    'words on both sides of a call',
    [{ type: 'agent.step.started', step: 1 }, delta(1, 'x'), { ...called, part: 2 }, delta(3, 'y')],
  ],
  [
    'a result of several parts',
    [
      { type: 'agent.step.started', step: 1 },
      called,
      { type: 'agent.tool.completed', step: 1, call: 'c', outcome: 'done', parts: [long('x'), long('y')] },
    ],
  ],
])('[M6] readers in the middle of %s hold it together, and not each for itself', (_, drafts) => {
  const reader = begun(drafts.map((draft, index) => ({ v: 1, thread: 't', seq: index + 1, at: 1, ...draft })));
  const first = reader();
  collect();
  const before = process.memoryUsage().heapUsed;
  const readers = [first, ...Array.from({ length: READERS }, reader)];
  collect();
  const each = (process.memoryUsage().heapUsed - before) / READERS;
  expect(each).toBeLessThan(LETTERS / 10);
  // All of them are still in the middle of it.
  expect(readers.map((texts) => (texts.next().value ?? '').length >= 1000)).not.toContain(false);
});
