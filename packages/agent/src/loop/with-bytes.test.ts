import { createModel } from '@toolthread/providers';
import { startStub } from '@toolthread/provider-stub';
import { expect, onTestFinished, test } from 'vitest';
import { MemoryBlobs } from '../../test/memory-blobs.ts';
import { MemoryLedger } from '../../test/memory-ledger.ts';
import { runOn, tool } from '../../test/run-on.ts';
import { realClock } from '../clock.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test('a model is shown pictures that the ledger keeps as blobs: those of a message and those of a result', async () => {
  const stub = await startStub({});
  onTestFinished(() => stub.close());
  stub.script([{ say: [{ type: 'call', name: 'draw', arguments: '{}' }] }, { say: [{ type: 'text', text: 'Two.' }] }]);
  const blobs = new MemoryBlobs();
  const hash = await blobs.put(PNG);
  const kept = (of: string) =>
    ({ type: 'image', media_type: 'image/png', source: { kind: 'blob', hash: of, size: PNG.length } }) as const;
  const ledger = MemoryLedger.withPrompt('go');
  const parts = [kept(hash), kept('0'.repeat(64))];
  ledger.add({ type: 'message.posted', author: '@human', parts, delivery: 'now' });
  const draw = tool('draw', () => ({ parts: [kept(hash)] }));
  const model = createModel({
    provider: 'anthropic',
    model: 'claude-opus-4-7',
    apiKey: 'key',
    baseURL: stub.url('anthropic'),
  });
  await runOn(ledger, { model, tools: [draw], more: { blobs, clock: realClock } });
  expect(stub.journal.refused).toEqual([]);
  expect(stub.journal.prefixBreaches()).toEqual([]);
  const sent = stub.journal.entries.map(({ body }) => JSON.stringify(body).split(PNG.toString('base64')).length - 1);
  expect(sent).toEqual([1, 2]);
  // What is gone is told with a message.
  expect(JSON.stringify(stub.journal.entries[0]?.body)).toContain('image/png]');
  expect(ledger.events.some((event) => JSON.stringify(event).includes('base64'))).toBe(false);
});
