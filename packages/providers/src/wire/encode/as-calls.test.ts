import { foldAll } from '@toolthread/core';
import { completionMessages } from '@toolthread/core/context';
import type { CompletionMessage, CompletionPart } from '@toolthread/core/context';
import { arbitraryHistory, problemsOf } from '@toolthread/core/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { assistant, call, GO, result, text, user } from '../../../test/messages/parts.ts';
import { asCalls } from './as-calls.ts';
import { digest } from './digest.ts';
import { NO_MODEL } from './model-id.ts';

const ran = (id: string): CompletionPart[] => [
  { type: 'call', id, name: 'web_search', arguments: '{"q":"x"}', runs: 'provider' },
  {
    type: 'result',
    callId: id,
    name: 'web_search',
    parts: [{ type: 'text', text: id }],
    isError: false,
    runs: 'provider',
  },
];
/** Ids of calls that ran elsewhere are ours: told by the names they had. */
const nameOf = (id: string): string => ['s', 's1', 's2'].find((name) => id === `ran_${digest(name, 24)}`) ?? id;
const shape = (messages: readonly CompletionMessage[]): string[] =>
  messages.map(
    ({ role, parts }) =>
      `${role} ${parts.map((part) => (part.type === 'call' ? `call ${nameOf(part.id)}` : part.type === 'result' ? `result ${nameOf(part.callId)}` : part.type)).join(', ')}`,
  );

test('[seed 004] what another provider ran is a call, and its result opens the next message', () => {
  const messages = [GO, assistant(text('a'), ...ran('s'), text('b')), user(text('?'))];
  expect(shape(asCalls(messages, NO_MODEL))).toEqual([
    'user text',
    'assistant text, call s',
    'user result s',
    'assistant text',
    'user text',
  ]);
});

test('[seed 004] several at once, at the end, and before a call of ours', () => {
  const [one, gaveOne] = ran('s1');
  const [two, gaveTwo] = ran('s2');
  const both = [one, two, gaveOne, gaveTwo].flatMap((part) => part ?? []);
  expect(shape(asCalls([GO, assistant(...both), user(text('?'))], NO_MODEL))).toEqual([
    'user text',
    'assistant call s1, call s2',
    'user result s1, result s2, text',
  ]);
  expect(shape(asCalls([GO, assistant(...ran('s'), call('c')), user(result('c'))], NO_MODEL))).toEqual([
    'user text',
    'assistant call s',
    'user result s',
    'assistant call c',
    'user result c',
  ]);
});

test('what has no result, stands after a call of ours, or was made by the target, stays', () => {
  const [alone] = ran('s');
  const stay: CompletionMessage[][] = [
    [GO, assistant(...(alone === undefined ? [] : [alone]))],
    [GO, assistant(call('c'), ...ran('s')), user(result('c'))],
  ];
  for (const messages of stay) expect(shape(asCalls(messages, NO_MODEL))).toEqual(shape(messages));
  const target = { provider: 'p', api: 'a', model: 'm' };
  const own: CompletionPart = { type: 'opaque', blob: { ...target, data: { x: 1 } } };
  const messages = [GO, assistant(...ran('s'), own, text('b'))];
  expect(asCalls(messages, target)).toBe(messages);
});

test('[L2] every history stays in order', () => {
  fc.assert(
    fc.property(arbitraryHistory(), (events) => {
      const messages = completionMessages(foldAll(events));
      expect(problemsOf(asCalls(messages, NO_MODEL))).toEqual(problemsOf(messages));
    }),
  );
});
