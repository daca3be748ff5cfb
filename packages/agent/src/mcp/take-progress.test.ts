import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import { expect, test } from 'vitest';
import { takeProgress } from './take-progress.ts';

test('[M2] a flood of notices of any kind does not reach the client: it obeys none but a cancellation', () => {
  const seen: JSONRPCMessage[] = [];
  const told: unknown[] = [];
  const transport: Transport = {
    start: async () => undefined,
    send: async () => undefined,
    close: async () => undefined,
    onmessage: (message) => void seen.push(message),
  };
  takeProgress(transport, (progress) => told.push(progress));
  const passed: readonly JSONRPCMessage[] = [
    { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } },
    { jsonrpc: '2.0', id: 1, result: {} },
    { jsonrpc: '2.0', id: 2, method: 'ping' },
    { jsonrpc: '2.0', id: 3, method: 'notifications/progress' },
  ];
  const kept = ['message', 'tools/list_changed', 'resources/updated', 'whatever', 'progress'].map(
    (name): JSONRPCMessage => ({
      jsonrpc: '2.0',
      method: `notifications/${name}`,
      params: { progressToken: 7, message: name },
    }),
  );
  for (const message of [...kept, ...passed]) transport.onmessage?.(message);
  expect(seen).toEqual(passed);
  expect(told).toEqual([{ token: 7, words: 'progress' }]);
});
