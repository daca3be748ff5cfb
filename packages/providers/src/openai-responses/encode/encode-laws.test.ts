import { foldAll } from '@toolthread/core';
import { completionMessage, completionMessages } from '@toolthread/core/context';
import type { CompletionMessage, CompletionPart } from '@toolthread/core/context';
import type { Json } from '@toolthread/core/json';
import { arbitraryHistory, readGolden } from '@toolthread/core/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { arbitraryMessages } from '../../../test/messages/arbitrary-messages.ts';
import { expectGoldenTaken } from '../../../test/golden-requests.ts';
import { signedBy, text, TOOLS, user } from '../../../test/messages/parts.ts';
import { responsesProblems } from '../../../test/responses-problems.ts';
import { encode } from './encode.ts';

const TARGET = { provider: 'openai', api: 'responses', model: 'gpt-5.5' };
const OWN: readonly Json[] = [
  { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'gAAA' },
  { type: 'reasoning', encrypted_content: 'gAAA' },
  { type: 'reasoning', id: 'rs_2', summary: [] },
  { id: 'msg_1', phase: 'commentary' },
  { id: 'msg_after_1', after_reasoning: 'rs_1' },
  { id: 'fc_after_1', after_reasoning: 'rs_1' },
  { type: 'custom_tool_call', id: 'ctc_1' },
  { type: 'shell_call', action: { commands: [] }, environment: { type: 'local' } },
  { type: 'apply_patch_call', operation: {} },
  { type: 'web_search_call', id: 'ws_after_1', status: 'completed', after_reasoning: 'rs_1' },
  { type: 'shell_call', call_id: 'x', environment: { type: 'container_reference' } },
  { type: 'shell_call_output', call_id: 'x', output: [] },
  { type: 'function_call_output', call_id: 'forged', output: '' },
  { type: 'message', role: 'user', content: [] },
];

const bodyOf = (messages: readonly CompletionMessage[]): ReturnType<typeof encode> =>
  encode({ model: TARGET.model, system: 'Be brief.', messages, tools: TOOLS });

/** Calls that the provider ran have the provider's ids, which random blobs repeat. */
const problemsOf = (body: unknown): string[] =>
  responsesProblems(body).filter((problem) => !/^call_id x twice|shell_call_output x/.test(problem));

test('[L2] from any history, the next request is not refused', () => {
  fc.assert(
    fc.property(arbitraryHistory(), (events) => {
      expect(responsesProblems(bodyOf(completionMessages(foldAll(events))))).toEqual([]);
    }),
    { numRuns: 300 },
  );
});

test('[L2] nor from any messages at all, whoever signed their parts', () => {
  fc.assert(
    fc.property(arbitraryMessages({ targets: [TARGET, TARGET], data: OWN }), (messages) => {
      expect(problemsOf(bodyOf(messages))).toEqual([]);
    }),
    { numRuns: 1000 },
  );
});

test('what the service has read never changes: an earlier request is the beginning of a later one', () => {
  fc.assert(
    fc.property(arbitraryHistory(), fc.nat(), (events, pick) => {
      const messages = completionMessages(foldAll(events));
      const turns = messages.flatMap(({ role }, index) => (role === 'user' ? [index + 1] : []));
      const cut = turns[pick % Math.max(turns.length, 1)] ?? 0;
      const earlier = bodyOf(messages.slice(0, cut)).input.map((item) => JSON.stringify(item));
      const later = bodyOf(messages).input.map((item) => JSON.stringify(item));
      if (earlier.length === 1 && earlier[0]?.includes('Continue.') === true) return;
      expect(later.slice(0, earlier.length)).toEqual(earlier);
    }),
  );
});

test('[L2] golden ledgers, at every event, are a body that the service takes', () => {
  expectGoldenTaken((messages) => responsesProblems(bodyOf(messages)));
});

test('a golden thread of this model gives back what the model made: reasoning, phases, ids, arguments', () => {
  const { input } = bodyOf(completionMessages(foldAll(readGolden('responses-encrypted-reasoning-phases'))));
  expect(input.slice(1, 7)).toMatchObject([
    { type: 'reasoning', id: 'rs_01tempo', summary: [], encrypted_content: 'gAAAAABtempoEncryptedOne' },
    { type: 'message', id: 'msg_01tempo', phase: 'commentary', content: [{ text: 'Checking the changelog first.' }] },
    {
      type: 'function_call',
      id: 'fc_01tempo',
      call_id: 'call_Tempo0001',
      arguments: '{"path":"node_modules/tempo/CHANGELOG.md"}',
    },
    { type: 'function_call_output', call_id: 'call_Tempo0001' },
    { type: 'reasoning', id: 'rs_02tempo', encrypted_content: 'gAAAAABtempoEncryptedTwo' },
    { type: 'message', id: 'msg_02tempo', phase: 'commentary' },
  ]);
  expect(input[7]).toMatchObject({ id: 'msg_03tempo', phase: 'final_answer' });
});

// In a cost that grows with its square it would take minutes.
test('[L5] a message of very many texts costs what it holds', () => {
  const own = signedBy(TARGET)({ id: 'msg_1' });
  const many = Array.from({ length: 100_000 }, (_, index): CompletionPart => ({
    type: 'text',
    text: `${index} `,
    ...own,
  }));
  expect(
    bodyOf([user(text('Go.')), completionMessage('assistant', many, 'assistant'), user(text('So?'))]).input[1],
  ).toMatchObject({
    content: { length: many.length },
  });
});
