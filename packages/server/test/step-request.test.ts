import { hasWork, policyByTool, recoverRun, runAgent } from '@toolthread/agent';
import { requestBody } from '@toolthread/providers';
import { scriptedModel } from '@toolthread/providers/scripted';
import type { Agent, RequestEncoder } from '@toolthread/server';
import { expect, test } from 'vitest';
import { shyMember } from './shy-member.ts';
import { field, newThread, startServer, unwrap, untilStatus } from './start-server.ts';

const KEY = 'hunter2-hunter2-hunter2';

const encoder: RequestEncoder = {
  encode: (to, request) => Promise.resolve(requestBody(to, request)),
  redact: async (value) => JSON.parse(JSON.stringify(value).replaceAll(KEY, '[redacted]')),
};

/** A model that the ledger knows as one of Anthropic's. */
const agent: Agent = {
  hasWork,
  recover: recoverRun,
  run: (input) => {
    const model = { ...scriptedModel([[{ type: 'text', text: 'Hi.' }]]), provider: 'anthropic', api: 'messages' };
    return runAgent({ ...input, model, tools: [], policy: policyByTool({}, 'ask'), system: 'The prompt.' });
  },
};

const code = (json: unknown): unknown => field(json, 'error', 'code');

test('[issue 13] what a step asked its model: body, marks, what is missing; secrets are marked', async () => {
  const started = await startServer({ agent, requests: encoder });
  const thread = await newThread(started);
  await started.call('POST', `/api/threads/${thread}/messages`, { body: { text: `My key is ${KEY}` } });
  await untilStatus(started, thread, 'completed');
  const { json, text, status } = await started.call('GET', `/api/threads/${thread}/steps/1/request`);
  expect([status, text.includes(KEY)]).toEqual([200, false]);
  expect(field(json, 'request', 'body', 'system')).toMatchObject([{ text: 'The prompt.' }]);
  expect(field(json, 'request', 'body', 'messages')).toMatchObject([
    { role: 'user', content: [{ text: 'My key is [redacted]' }] },
  ]);
  expect(field(json, 'request', 'marks')).toEqual([]);
  expect(field(json, 'request', 'unknown')).toEqual([]);
  const beside = (at: unknown): unknown => [field(at, 'request', 'previous'), field(at, 'request', 'next')];
  expect(beside(json)).toEqual([null, null]);
  await started.call('POST', `/api/threads/${thread}/messages`, { body: { text: 'Again' } });
  await untilStatus(started, thread, 'completed');
  await expect
    .poll(async () => beside((await started.call('GET', `/api/threads/${thread}/steps/1/request`)).json))
    .toEqual([null, 2]);
  expect(beside((await started.call('GET', `/api/threads/${thread}/steps/2/request`)).json)).toEqual([1, null]);
});

test('prompts and tools leave the server by no other route, and by none at all where it shows no requests', async () => {
  const started = await startServer({ agent });
  const thread = await newThread(started);
  await started.call('POST', `/api/threads/${thread}/messages`, { body: { text: 'Hello' } });
  await untilStatus(started, thread, 'completed');
  expect(code((await started.call('GET', `/api/threads/${thread}/steps/1/request`)).json)).toBe('no_requests');
  const events = unwrap(await started.ledger.read(thread, { after: 0, limit: 100 }));
  const blobs = events.flatMap((event) =>
    event.type === 'agent.configured' ? [event.system_blob ?? '', event.tools_blob ?? ''] : [],
  );
  expect(blobs).toHaveLength(2);
  for (const hash of blobs) {
    unwrap(await started.ledger.getBlob(hash));
    expect(code((await started.call('GET', `/api/blobs/${hash}`)).json)).toBe('no_such_blob');
  }
});

test('what is not there, not known or not shown is refused in words', async () => {
  const started = await startServer({ requests: encoder });
  const thread = await newThread(started);
  const { drafts } = await shyMember(started.ledger);
  for (const half of drafts) unwrap(await started.ledger.append(thread, half));
  const at = async (path: string): Promise<unknown> =>
    code((await started.call('GET', `/api/threads/${thread}/steps/${path}`)).json);
  expect(await at('1/request?scope=agent%3Ashy')).toBe('request_withheld');
  expect(await at('1/request?scope=child%3Asesame')).toBe('request_withheld');
  expect(await at('99/request')).toBe('no_such_step');
  expect(await at('x/request')).toBe('bad_step');
  const { json } = await started.call('POST', '/api/threads', { body: { agent: 'elsewhere' } });
  const elsewhere = await started.call('GET', `/api/threads/${String(field(json, 'id'))}/steps/1/request`);
  expect(code(elsewhere.json)).toBe('sent_elsewhere');
  expect(code((await started.call('GET', '/api/threads/none/steps/1/request')).json)).toBe('no_such_thread');
});
