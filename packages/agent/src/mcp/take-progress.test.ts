import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import { expect, test } from 'vitest';
import { answerRequests } from './answer-requests.ts';
import { takeMessages } from './take-messages.ts';
import { takeProgress } from './take-progress.ts';

test('[M2] a flood of notices or requests of any kind does not reach the client: it obeys a cancellation, and fills in a form', async () => {
  const seen: JSONRPCMessage[] = [];
  const told: unknown[] = [];
  const sent: JSONRPCMessage[] = [];
  const transport: Transport = {
    start: async () => undefined,
    send: async (message) => {
      if (!Array.isArray(message)) sent.push(message);
    },
    close: async () => undefined,
  };
  const form: { refused?: string } = {};
  takeMessages(transport, [
    takeProgress((progress) => told.push(progress)),
    answerRequests(transport, () => form.refused),
  ]);
  transport.onmessage = (message) => void seen.push(message);
  const passed: readonly JSONRPCMessage[] = [
    { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } },
    { jsonrpc: '2.0', id: 1, result: {} },
    { jsonrpc: '2.0', id: 4, method: 'elicitation/create' },
  ];
  const kept = ['message', 'tools/list_changed', 'resources/updated', 'whatever', 'progress'].map(
    (name): JSONRPCMessage => ({
      jsonrpc: '2.0',
      method: `notifications/${name}`,
      params: { progressToken: 7, message: name },
    }),
  );
  for (const message of [...kept, ...passed]) transport.onmessage?.(message);
  form.refused = 'Not now.';
  for (const [id, method] of [
    'ping',
    'notifications/progress',
    'sampling/createMessage',
    'elicitation/create',
  ].entries())
    transport.onmessage?.({ jsonrpc: '2.0', id, method });
  expect(seen).toEqual(passed);
  expect(told).toEqual([{ token: 7, words: 'progress' }]);
  await expect.poll(() => sent).toHaveLength(4);
  expect(sent).toMatchObject([
    { id: 0, result: {} },
    { id: 1, error: { code: -32_601 } },
    { id: 2, error: { code: -32_601 } },
    { id: 3, error: { code: -32_602, message: 'Not now.' } },
  ]);
});

test('[M2] answers that a server does not take do not pile up', () => {
  let sends = 0;
  const transport: Transport = {
    start: async () => undefined,
    send: () => {
      sends += 1;
      return new Promise(() => undefined);
    },
    close: async () => undefined,
  };
  const take = answerRequests(transport, () => undefined);
  for (let id = 0; id < 5000; id += 1) expect(take({ jsonrpc: '2.0', id, method: 'ping' })).toBe(true);
  expect(sends).toBeLessThanOrEqual(1);
});
