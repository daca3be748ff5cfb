/** What must hold for every history, however it came about. */
import { foldAll } from '@toolthread/core';
import { completionMessages } from '@toolthread/core/context';
import type { CompletionMessage } from '@toolthread/core/context';
import { arbitraryHistory } from '@toolthread/core/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anthropicProblems } from '../../../test/anthropic-problems.ts';
import { arbitraryMessages } from '../../../test/arbitrary-messages.ts';
import { expectGoldenGrowth, expectGoldenTaken, viewsOf } from '../../../test/golden-requests.ts';
import type { EncodeRequest } from '../../wire/encode/encode-request.ts';
import { encode } from './encode.ts';

const TOOLS = [
  { name: 'save', description: 'Saves.', parameters: { type: 'object' } },
  { name: 'a b/c', description: '', parameters: {} },
];
const OWN = [
  { signature: 's' },
  { citations: [{ type: 'web_search_result_location', url: 'https://a.example' }] },
  { type: 'redacted_thinking', data: 'x' },
  { type: 'server_tool_use' },
  { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] },
  { caller: { type: 'code_execution_20250825', tool_id: 'srvtoolu_1' } },
  { type: 'tool_use', id: 'x' },
  { container: 'container_1' },
  { content: [{ type: 'search_result', source: 's', title: 't', content: [] }] },
];
const target = { provider: 'anthropic', api: 'messages', model: 'm' };

test('[L2] every history, in every scope, is a body that the provider takes', () => {
  fc.assert(
    fc.property(arbitraryHistory(), fc.constantFrom('m', 'claude-opus-4-7'), (events, model) => {
      for (const messages of viewsOf(events)) {
        expect(anthropicProblems(encode({ model, messages, tools: TOOLS }))).toEqual([]);
      }
    }),
    { numRuns: 300 },
  );
});

test('[L2] so is every prefix of a history, with no tools, with thinking on, with a system prompt', () => {
  fc.assert(
    fc.property(arbitraryHistory(), fc.nat(), (events, at) => {
      const messages = completionMessages(foldAll(events.slice(0, at % (events.length + 1))));
      const options = { thinking: { type: 'enabled', budget_tokens: 1024 } };
      expect(anthropicProblems(encode({ model: 'm', messages, tools: [], options, system: 'Be brief.' }))).toEqual([]);
    }),
    { numRuns: 300 },
  );
});

test('[L2] messages that no ledger gave, in any order and with any content, do not throw and are a body that is taken', () => {
  fc.assert(
    fc.property(arbitraryMessages({ targets: [target, target], data: OWN }), (messages) => {
      expect(anthropicProblems(encode({ model: 'm', messages, tools: TOOLS }))).toEqual([]);
    }),
    { numRuns: 500 },
  );
});

/** Cache marks are out of the comparison. */
function unmarked(messages: readonly CompletionMessage[]): EncodeRequest {
  return { model: 'claude-opus-4-7', messages, tools: TOOLS, options: { cache_control: { type: 'ephemeral' } } };
}

test('golden ledgers, at every event, are a body that the provider takes', () => {
  expectGoldenTaken((messages) => anthropicProblems(encode({ model: 'claude-opus-4-7', messages, tools: TOOLS })));
});

test('within an epoch of a golden ledger a request is, byte for byte, the beginning of the next', () => {
  expectGoldenGrowth((messages, note) => encode(unmarked(messages), note).messages);
});
