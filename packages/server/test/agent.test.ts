/** The seam to the agent package, with the agent itself and a scripted model. */
import { type Agent, type RunInput } from '@toolthread/server';
import { chatAskUser, defineTool, hasWork, policyByTool, recoverRun, runAgent, textValue } from '@toolthread/agent';
import { foldAll, type Json } from '@toolthread/core';
import { type Script, scriptedModel } from '@toolthread/providers/scripted';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { field, newThread, type Started, startServer, until, unwrap, untilStatus } from './start-server.ts';

// Sockets, processes and disks: slow on a busy machine, and no test here measures time.
vi.setConfig({ testTimeout: 60_000 });

const echo = defineTool({
  name: 'echo',
  description: 'Says it again.',
  input: z.object({ word: z.string() }),
  execute: ({ word }) => textValue(word),
});
const hang = defineTool({
  name: 'hang',
  description: 'Never ends by itself.',
  input: z.object({}),
  execute: (_, { signal }) =>
    new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('stopped')))),
});

const script: Script = ({ prompt, turn, results }) => {
  if (turn > 0) return [{ type: 'text', text: `The result was ${results.map(({ text }) => text).join(' and ')}.` }];
  const calls = prompt.split(' ').map((name) => ({ type: 'call', name, input: inputs[name] ?? {} }) as const);
  return [{ type: 'text', text: 'Let me see.' }, ...calls];
};
const inputs: Readonly<Record<string, Json>> = {
  echo: { word: 'hello' },
  [chatAskUser.name]: { questions: [{ question: 'Which?', options: [{ label: 'one' }, { label: 'two' }] }] },
};

function realAgent(verdict: 'allow' | 'ask'): Agent {
  const run = (input: RunInput): Promise<unknown> =>
    runAgent({
      ...input,
      model: scriptedModel(script, { speed: Infinity }),
      tools: [echo, hang, chatAskUser],
      policy: policyByTool({}, verdict),
    });
  return { hasWork, recover: recoverRun, run };
}

async function say(started: Started, text: string): Promise<string> {
  const thread = await newThread(started);
  await started.call('POST', `/api/threads/${thread}/messages`, { body: { text } });
  return thread;
}

async function state({ ledger }: Started, thread: string): Promise<ReturnType<typeof foldAll>> {
  return foldAll(unwrap(await ledger.read(thread, { after: 0, limit: 1000 })));
}

test('a prompt, two calls, an answer; nothing of it is an anomaly, and nothing is left to do', async () => {
  const started = await startServer({ agent: realAgent('allow') });
  const thread = await say(started, 'echo echo');
  await untilStatus(started, thread, 'completed');
  const folded = await state(started, thread);
  expect(folded.anomalies.first.toArray()).toEqual([]);
  expect(JSON.stringify(folded.timeline)).toContain('The result was hello and hello.');
  expect(unwrap(await started.ledger.thread(thread))).toMatchObject({
    calls: 2,
    failed: 0,
    waiting: 0,
    unfinished: false,
  });
  expect(started.errors).toEqual([]);
});

test('a question waits through a restart and is answered after it', async () => {
  const started = await startServer({ agent: realAgent('allow') });
  const thread = await say(started, chatAskUser.name);
  await untilStatus(started, thread, 'awaiting_user');
  expect(unwrap(await started.ledger.thread(thread))).toMatchObject({ waiting: 1, unfinished: false });
  const again = await started.restart();
  await again.runner.recover();
  const folded = await state(again, thread);
  const [[, request] = []] = folded.requests.entries();
  const [[, call] = []] = folded.calls.byPlace.entries();
  const question = request?.questions[0]?.question ?? '';
  const body = { answers: [{ question, values: ['two'] }] };
  const answered = await again.call('POST', `/api/threads/${thread}/answers/${call?.id}`, { body });
  expect([answered.status, field(answered.json, 'request')]).toEqual([200, request?.id]);
  await untilStatus(again, thread, 'completed');
  expect(JSON.stringify((await state(again, thread)).timeline)).toContain('two');
});

test('an approval is asked for, given, and the call runs', async () => {
  const started = await startServer({ agent: realAgent('ask') });
  const thread = await say(started, 'echo');
  await untilStatus(started, thread, 'awaiting_user');
  const [[id] = ['']] = (await state(started, thread)).requests.entries();
  const edited = { decision: 'edit', arguments: { word: 'bye' } };
  expect(
    (await started.call('POST', `/api/threads/${thread}/approvals/${encodeURIComponent(id)}`, { body: edited })).status,
  ).toBe(200);
  await untilStatus(started, thread, 'completed');
  expect(JSON.stringify((await state(started, thread)).timeline)).toContain('The result was bye');
});

test('stop ends a running tool and a waiting question, and a message after it starts anew', async () => {
  for (const [prompt, status] of [
    ['hang', 'running'],
    [chatAskUser.name, 'awaiting_user'],
  ] as const) {
    const started = await startServer({ agent: realAgent('allow') });
    const thread = await say(started, prompt);
    await untilStatus(started, thread, status);
    await started.call('POST', `/api/threads/${thread}/stop`);
    await untilStatus(started, thread, 'cancelled');
    expect(unwrap(await started.ledger.thread(thread))).toMatchObject({ waiting: 0, unfinished: false });
    await started.call('POST', `/api/threads/${thread}/messages`, { body: { text: 'echo' } });
    await untilStatus(started, thread, 'completed');
    expect(started.errors).toEqual([]);
  }
});

test('[L6] a restart in the middle of a call: it ends interrupted, is not run again, and the thread goes on', async () => {
  const started = await startServer({ agent: realAgent('allow') });
  const thread = await say(started, 'hang');
  await until(async () => ((await state(started, thread)).calls.open.size > 0 ? true : undefined), 'an open call');
  await until(async () => {
    const [[, call] = []] = (await state(started, thread)).calls.byPlace.entries();
    return call?.state.name === 'running' ? true : undefined;
  }, 'a running call');
  const again = await started.restart();
  await again.runner.recover();
  await untilStatus(again, thread, 'completed');
  const folded = await state(again, thread);
  expect([...folded.calls.byPlace.entries()].map(([, call]) => call.state)).toMatchObject([
    { name: 'settled', result: { outcome: 'interrupted' } },
  ]);
  expect(folded.anomalies.first.toArray()).toEqual([]);
  expect(again.errors).toEqual([]);
});

test('messages that come while the agent works are all heard, in one run or the next', async () => {
  const started = await startServer({ agent: realAgent('allow') });
  const thread = await say(started, 'echo');
  const path = `/api/threads/${thread}/messages`;
  for (const delivery of ['now', 'steer', 'followUp', 'now'])
    await started.call('POST', path, { body: { text: 'echo', delivery } });
  await until(async () => {
    const { status, unfinished } = unwrap(await started.ledger.thread(thread));
    return status === 'completed' && !unfinished ? true : undefined;
  }, 'the end of all work');
  const folded = await state(started, thread);
  expect(folded.messageCount).toBe(5);
  expect(hasWork(folded)).toBe(false);
  expect(folded.anomalies.first.toArray()).toEqual([]);
});
