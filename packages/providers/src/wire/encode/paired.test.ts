import { foldAll } from '@toolthread/core';
import { completionMessage, completionMessages } from '@toolthread/core/context';
import type { CompletionMessage, CompletionPart } from '@toolthread/core/context';
import { arbitraryHistory, problemsOf } from '@toolthread/core/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { arbitraryMessages } from '../../../test/messages/arbitrary-messages.ts';
import { paired } from './paired.ts';

const call = (id: string): CompletionPart => ({ type: 'call', id, name: 'save', arguments: '{}', runs: 'here' });
const result = (callId: string, text = 'ok'): CompletionPart => {
  return { type: 'result', callId, name: 'save', parts: [{ type: 'text', text }], isError: false, runs: 'here' };
};
const assistant = (...parts: CompletionPart[]): CompletionMessage => completionMessage('assistant', parts, 'assistant');
const user = (...parts: CompletionPart[]): CompletionMessage => completionMessage('user', parts, 'user');
const text = (words: string): CompletionPart => ({ type: 'text', text: words });

test('[L2] what a ledger gives is in order already and passes untouched', () => {
  fc.assert(
    fc.property(arbitraryHistory(), (events) => {
      const messages = completionMessages(foldAll(events));
      expect(paired(messages)).toBe(messages);
    }),
  );
});

test('[L2] any messages at all come out paired, and once paired they stay as they are', () => {
  fc.assert(
    fc.property(arbitraryMessages(), (messages) => {
      const repaired = paired(messages);
      const pairing = problemsOf(repaired).filter((problem) => !/in a row|empty/.test(problem));
      expect(pairing).toEqual([]);
      expect(paired(repaired)).toBe(repaired);
    }),
  );
});

test('[bug 1] [bug 28] only results that answer the turn before are moved to the front; an older one becomes text', () => {
  const [, answered] = paired([assistant(call('a')), user(result('a')), user(text('hello'), result('a', 'again'))]);
  expect(answered?.parts).toEqual([
    result('a'),
    text('hello'),
    text('[Result of a call of save that is not in this conversation]: again'),
  ]);
  const [, answer] = paired([assistant(call('a')), user(text('hello'), result('a'))]);
  expect(answer?.parts).toEqual([result('a'), text('hello')]);
});

test('[bug 9] parallel results that came in the order of completion go out in the order of the calls', () => {
  const [, answer] = paired([assistant(call('a'), call('b')), user(result('b'), result('a'))]);
  expect(answer?.parts).toEqual([result('a'), result('b')]);
});

test('[bug 11] [bug 15] the same id in two steps is two calls, each with its own result', () => {
  const messages = paired([
    assistant(call('a')),
    user(result('a', 'first')),
    assistant(call('a')),
    user(result('a', 'second')),
  ]);
  const ids = messages.flatMap((message) => message.toolCalls.map(({ id }) => id));
  expect(new Set(ids).size).toBe(2);
  expect(messages.flatMap((message) => message.toolResults)).toEqual([
    { toolCallId: ids[0], content: 'first', isError: false },
    { toolCallId: ids[1], content: 'second', isError: false },
  ]);
});

test('[bug 12] an empty id is no id: the call gets one, and so does its result', () => {
  const [asked, answer] = paired([assistant(call('')), user(result(''))]);
  expect(asked?.toolCalls[0]?.id).not.toBe('');
  expect(answer?.toolResults[0]?.toolCallId).toBe(asked?.toolCalls[0]?.id);
});

test('[bug 13] [bug 14] a second result for a call is dropped, the first stays', () => {
  const [, answer] = paired([assistant(call('a')), user(result('a', 'one'), result('a', 'two'), text('and?'))]);
  expect(answer?.parts).toEqual([result('a', 'one'), text('and?')]);
});

test('[bug 17] [bug 23] a call without a result is answered with the same bytes every time, also at the very end', () => {
  const once = paired([assistant(call('a'))]);
  expect(once.at(-1)?.toolResults).toEqual([
    { toolCallId: 'a', content: 'No result was recorded for this call.', isError: true },
  ]);
  expect(JSON.stringify(paired([assistant(call('a'))]))).toBe(JSON.stringify(once));
});
