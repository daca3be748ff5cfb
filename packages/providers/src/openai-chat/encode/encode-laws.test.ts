import { foldAll } from '@toolthread/core';
import { completionMessages } from '@toolthread/core/context';
import type { CompletionMessage } from '@toolthread/core/context';
import type { Json } from '@toolthread/core/json';
import { arbitraryHistory } from '@toolthread/core/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { arbitraryMessages } from '../../../test/messages/arbitrary-messages.ts';
import { chatProblems } from '../../../test/chat-problems.ts';
import { expectGoldenTaken } from '../../../test/golden-requests.ts';
import { TOOLS } from '../../../test/messages/parts.ts';
import type { Compat } from '../compat.ts';
import { encode } from './encode.ts';

const SERVERS: readonly Compat[] = ['openai', 'compatible', 'deepseek', 'mistral'];
const MODEL = 'm';
const OWN: readonly Json[] = [
  { field: 'reasoning_content' },
  { field: 'reasoning', details: [{ type: 'reasoning.text', text: 'a' }, 'x', null] },
  { field: 'content' },
  { field: 'role' },
];

const bodyOf = (messages: readonly CompletionMessage[], compat: Compat): ReturnType<typeof encode> =>
  encode({ model: MODEL, provider: compat, compat, system: 'Be brief.', messages, tools: TOOLS });

test.each(SERVERS)('[L2] from any history, no server refuses the next request: %s', (compat) => {
  fc.assert(
    fc.property(arbitraryHistory(), (events) => {
      expect(chatProblems(bodyOf(completionMessages(foldAll(events)), compat), compat)).toEqual([]);
    }),
    { numRuns: 200 },
  );
});

test.each(SERVERS)('[L2] nor from any messages at all, whoever signed their parts: %s', (compat) => {
  const targets = [{ provider: compat, api: 'chat', model: MODEL }];
  fc.assert(
    fc.property(arbitraryMessages({ targets, data: OWN }), (messages) => {
      expect(chatProblems(bodyOf(messages, compat), compat)).toEqual([]);
    }),
    { numRuns: 300 },
  );
});

test.each(SERVERS)('[L2] golden ledgers, at every event, are a body that the server takes: %s', (compat) => {
  expectGoldenTaken((messages) => chatProblems(bodyOf(messages, compat), compat));
});

test.each(SERVERS)(
  'what a server has read never changes: an earlier request is the beginning of a later one: %s',
  (compat) => {
    fc.assert(
      fc.property(arbitraryHistory(), fc.nat(), (events, pick) => {
        const messages = completionMessages(foldAll(events));
        const turns = messages.flatMap(({ role }, index) => (role === 'user' ? [index + 1] : []));
        const cut = turns[pick % Math.max(turns.length, 1)] ?? 0;
        const marker = JSON.stringify({ role: 'user', content: 'Continue.' });
        const earlier = bodyOf(messages.slice(0, cut), compat).messages.map((message) => JSON.stringify(message));
        const later = bodyOf(messages, compat).messages.map((message) => JSON.stringify(message));
        if (earlier.at(-1) === marker) earlier.pop();
        expect(later.slice(0, earlier.length)).toEqual(earlier);
      }),
    );
  },
);
