/** A provider that pauses in the middle of its own tools gets its turn back as it was, and goes on. */
import { stubWith } from '@toolthread/provider-stub';
import { expect, test } from 'vitest';
import { modelAt } from './stub-models.ts';
import { Thread } from './thread.ts';

function stream(...events: readonly { readonly type: string; readonly [key: string]: unknown }[]): string {
  return events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('');
}

const start = {
  type: 'message_start',
  message: {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    content: [],
    model: 'm',
    usage: { input_tokens: 1, output_tokens: 1 },
  },
};

function finish(reason: string): readonly { readonly type: string; readonly [key: string]: unknown }[] {
  return [
    { type: 'message_delta', delta: { stop_reason: reason, stop_sequence: null }, usage: { output_tokens: 9 } },
    { type: 'message_stop' },
  ];
}

const search = { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {} };
const found = { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] };
const query = { type: 'input_json_delta', partial_json: '{"query": "x"}' };

test('Anthropic: pause_turn', async () => {
  const paused = stream(
    start,
    { type: 'content_block_start', index: 0, content_block: search },
    { type: 'content_block_delta', index: 0, delta: query },
    { type: 'content_block_stop', index: 0 },
    ...finish('pause_turn'),
  );
  const continued = stream(
    start,
    { type: 'content_block_start', index: 0, content_block: found },
    { type: 'content_block_stop', index: 0 },
    { type: 'content_block_start', index: 1, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text: 'Found.' } },
    { type: 'content_block_stop', index: 1 },
    ...finish('end_turn'),
  );
  const stub = await stubWith([{ raw: paused }, { raw: continued }, { say: [{ type: 'text', text: 'Welcome.' }] }]);
  const model = modelAt(stub, 'anthropic');
  const thread = new Thread();
  thread.say('Search it.');
  expect((await thread.step(model)).end.reason).toBe('pause');
  expect((await thread.step(model)).end.reason).toBe('stop');
  thread.say('Thanks.');
  expect((await thread.step(model)).text).toBe('Welcome.');
  expect(stub.journal.refused).toEqual([]);
  expect(stub.journal.prefixBreaches()).toEqual([]);
  const [, second, third] = stub.journal.entries;
  expect(second!.history.messages.at(-1)).toEqual({
    role: 'assistant',
    content: [{ ...search, input: { query: 'x' } }],
  });
  expect(third!.history.messages[1]).toEqual({
    role: 'assistant',
    content: [{ ...search, input: { query: 'x' } }, found, { type: 'text', text: 'Found.' }],
  });
});
