/** What a model was sent is made again from the ledger: the very request that a strict server received. */
import { foldAll } from '@toolthread/core';
import type { Json } from '@toolthread/core/json';
import { createModel, requestBody } from '@toolthread/providers';
import { stubWith } from '@toolthread/provider-stub';
import type { Piece, Provider, Stub } from '@toolthread/provider-stub';
import { describe, expect, test } from 'vitest';
import { MemoryBlobs } from '../../test/memory-blobs.ts';
import { MemoryLedger } from '../../test/memory-ledger.ts';
import { echo, runOn, tool } from '../../test/run-on.ts';
import { realClock } from '../clock.ts';
import { errorValue, textValue } from '../tool/tool-value.ts';
import { sentRequest } from './sent-request.ts';
import type { SentRequest } from './sent-request.ts';

const SECRET = 'hunter2-hunter2-hunter2';
const PROVIDERS: readonly (readonly [provider: Provider, model: string])[] = [
  ['anthropic', 'claude-opus-4-7'],
  ['openai-chat', 'gpt-5'],
  ['openai-responses', 'gpt-5.5'],
  ['gemini', 'gemini-3-pro'],
];
const words = (text: string): Piece => ({ type: 'text', text });
const thinking: Piece = { type: 'thinking', text: 'Let me see.' };
const uses = (name: string, word?: string): Piece => {
  return { type: 'call', name, arguments: JSON.stringify(word === undefined ? {} : { word }) };
};
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const fails = tool('fails', () => errorValue('disk full'), { safe: true });
const long = tool('long', () => textValue('line\n'.repeat(3000)), { safe: true });
const tells = { ...tool('tells', () => textValue('ok')), description: `Tells. Its key is ${SECRET}.` };

/** Every step with what is made of it again, and what the stub received. */
async function compared(
  ledger: MemoryLedger,
  blobs: MemoryBlobs,
  stub: Stub,
): Promise<{ readonly sent: SentRequest; readonly body: object; readonly received: Json }[]> {
  const begun = ledger.of('agent.step.started');
  const entries = stub.journal.entries.filter(({ action }) => action === 'generate');
  expect(entries).toHaveLength(begun.length);
  const all = [];
  for (const [n, { seq, scope, step }] of begun.entries()) {
    const state = foldAll(ledger.events.slice(0, seq));
    const sent = await sentRequest(state, { scope, step }, blobs);
    if (sent?.config === undefined) throw new Error(`nothing is known of step ${step}`);
    const made = requestBody(sent.config, sent.request);
    if (made === undefined) throw new Error('no encoder');
    const received: Json = JSON.parse(entries[n]?.text ?? '');
    all.push({ sent, body: made.body, received });
  }
  return all;
}

describe.each(PROVIDERS)('%s', (provider, name) => {
  const at = (stub: Stub) => createModel({ provider, model: name, apiKey: 'key', baseURL: stub.url(provider) });

  test('[issue 13] each request of a thread, made again, is what the server received: images, thinking, calls, retries, a summary, a rewind, last words', async () => {
    const stub = await stubWith([
      { say: [thinking, words('I look.'), uses('echo', 'ünter 🌍'), uses('fails')] },
      { say: [thinking, uses('long')], fault: { kind: 'overloaded' } },
      { say: [thinking, uses('long')] },
      { say: [words('Done.')] },
      { say: [words('A second answer.')] },
      { say: [words('After the rewind.')] },
      { say: [uses('echo', 'more')] },
      { say: [words('I could not finish.')] },
    ]);
    const [ledger, blobs] = [MemoryLedger.withPrompt('go'), new MemoryBlobs()];
    const hash = await blobs.put(PIXEL);
    const source = { kind: 'blob', hash, size: PIXEL.length } as const;
    const image = { type: 'image', media_type: 'image/png', source } as const;
    ledger.add({ type: 'message.posted', author: '@human', parts: [image], delivery: 'now' });
    const more = { clock: realClock, blobs, system: `Be brief. ${SECRET}`, secrets: [SECRET] };
    const options = { model: at(stub), tools: [echo, fails, long, tells], limits: { backoffMs: 1 }, more };
    const run = async (limits: object = {}): Promise<void> => {
      expect(await runOn(ledger, { ...options, limits: { backoffMs: 1, ...limits } })).toEqual({ ended: 'completed' });
    };
    await run();
    ledger.say('And now?');
    await run();
    const to = ledger.of('message.posted').at(-1)?.seq ?? 0;
    ledger.add({ type: 'thread.rewound', to: to - 1 });
    ledger.say('Said otherwise.');
    await run();
    ledger.add({ type: 'context.compacted', summary: 'Summary: all went well.', replaces_to: ledger.events.length });
    ledger.say('Go on.');
    await run({ steps: 1 });
    expect(stub.journal.refused).toEqual([]);
    expect(stub.left).toBe(0);

    const all = await compared(ledger, blobs, stub);
    for (const { body, received } of all) expect(body).toEqual(received);
    expect(all.flatMap(({ sent }) => sent.unknown)).toEqual([]);
    expect(JSON.stringify(all)).not.toContain(SECRET);
    const marks = all.map(({ sent }) => sent.marks.map(({ kind }) => kind));
    expect(marks[3]).toEqual(['cut']);
    expect(marks.at(-2)).toEqual(['summary']);
    expect(marks.at(-1)).toContain('last_words');
    for (const { text } of all.at(-1)?.sent.marks ?? []) {
      if (!/^\d+$/.test(text)) expect(JSON.stringify(all.at(-1)?.received)).toContain(text);
    }
  });
});

test('what the ledger does not keep is named: no words are invented', async () => {
  const [provider, name] = ['anthropic', 'claude-opus-4-7'] as const;
  const stub = await stubWith([{ say: [words('Hi.')] }]);
  const ledger = MemoryLedger.withPrompt('go');
  const model = createModel({ provider, model: name, apiKey: 'key', baseURL: stub.url(provider) });
  await runOn(ledger, { model, tools: [echo], more: { clock: realClock, system: 'Be brief.' } });
  const sent = await sentRequest(ledger.state, { scope: undefined, step: 1 }, undefined);
  expect(sent?.unknown).toEqual(['system', 'tools']);
  expect(await sentRequest(ledger.state, { scope: undefined, step: 9 }, undefined)).toBe(undefined);
});
