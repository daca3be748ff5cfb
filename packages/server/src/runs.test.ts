import { foldAll, type Json, type LedgerEvent } from '@toolthread/core';
import { type Ledger } from '@toolthread/store';
import { expect, test, vi } from 'vitest';
import { scriptedAgent } from '../test/scripted-agent.ts';
import { newThread, startServer, until, unwrap, untilStatus } from '../test/start-server.ts';
import type { Agent, RunInput } from './runs.ts';

// Sockets, processes and disks: slow on a busy machine, and no test here measures time.
vi.setConfig({ testTimeout: 60_000 });

async function events(ledger: Ledger, thread: string): Promise<readonly LedgerEvent[]> {
  return unwrap(await ledger.read(thread, { after: 0, limit: 1000 }));
}

async function post(ledger: Ledger, thread: string, text: string): Promise<void> {
  unwrap(
    await ledger.append(thread, [
      { type: 'message.posted', author: '@human', parts: [{ type: 'text', text }], delivery: 'now' },
    ]),
  );
}

/** An agent whose runs the test holds in its hands. */
function heldAgent(): Agent & { inputs: RunInput[]; end: () => void } {
  const ends: (() => void)[] = [];
  const inputs: RunInput[] = [];
  return {
    ...scriptedAgent,
    inputs,
    end: () => ends.shift()?.(),
    run: (input) => {
      inputs.push(input);
      return new Promise<void>((resolve) => ends.push(resolve));
    },
  };
}

test('one run a thread at a time; what came meanwhile and was not seen gets a run of its own', async () => {
  const agent = heldAgent();
  const { ledger, runner, call } = await startServer({ agent });
  const thread = await newThread({ call });
  await post(ledger, thread, 'one');
  for (let i = 0; i < 5; i += 1) runner.wake(thread);
  await until(() => (agent.inputs.length === 1 ? true : undefined), 'a run');
  await post(ledger, thread, 'two');
  runner.wake(thread);
  agent.end();
  await until(() => (agent.inputs.length === 2 ? true : undefined), 'another run');
  expect(agent.inputs[1]?.thread.messageCount).toBe(2);
  agent.end();
});

test('what a run has seen makes no second run', async () => {
  const agent = heldAgent();
  const { ledger, runner, call } = await startServer({ agent });
  const thread = await newThread({ call });
  await post(ledger, thread, 'one');
  runner.wake(thread);
  const input = await until(() => agent.inputs[0], 'a run');
  await post(ledger, thread, 'two');
  runner.wake(thread);
  await input.append([
    { type: 'agent.step.started', step: 1, built_from: 3 },
    { type: 'agent.status', status: 'completed' },
  ]);
  agent.end();
  await runner.close();
  expect(agent.inputs).toHaveLength(1);
});

test('append gives every event since the last one it gave, by whomever, once and in order', async () => {
  const agent = heldAgent();
  const { ledger, runner, call } = await startServer({ agent });
  const thread = await newThread({ call });
  await post(ledger, thread, 'one');
  runner.wake(thread);
  const input = await until(() => agent.inputs[0], 'a run');
  expect(input.thread.seq).toBe(2);
  const status = { type: 'agent.status', status: 'running' } as const;
  const seen: LedgerEvent[] = [];
  seen.push(...(await input.append([status])));
  await post(ledger, thread, 'two');
  seen.push(...(await input.append([])));
  await post(ledger, thread, 'three');
  await post(ledger, thread, 'four');
  seen.push(...(await input.append([status, status])));
  seen.push(...(await input.append([])));
  expect(seen).toEqual((await events(ledger, thread)).slice(2));
  expect(seen.map(({ seq }) => seq)).toEqual([3, 4, 5, 6, 7, 8]);
  expect(seen[0]).toMatchObject({ run: input.run });
  agent.end();
});

test('[L6] a run whose thread another has claimed can write nothing more, and is told to stop', async () => {
  const agent = heldAgent();
  const { ledger, runner, call, errors } = await startServer({ agent });
  const thread = await newThread({ call });
  await post(ledger, thread, 'one');
  runner.wake(thread);
  const input = await until(() => agent.inputs[0], 'a run');
  unwrap(await ledger.claimRun(thread, 'another node'));
  await expect(input.append([{ type: 'agent.status', status: 'running' }])).rejects.toThrow(/no longer owns/);
  expect(input.signal.aborted).toBe(true);
  expect(await events(ledger, thread)).toHaveLength(2);
  expect(errors).toEqual([]);
  agent.end();
});

test('[L3] a run that throws leaves the thread failed, with the reason, and the next message starts anew', async () => {
  const started = await startServer();
  const thread = await newThread(started);
  await started.call('POST', `/api/threads/${thread}/messages`, { body: { text: 'throw' } });
  await untilStatus(started, thread, 'failed');
  const all = await events(started.ledger, thread);
  expect(all.at(-1)).toMatchObject({ type: 'agent.status', status: 'failed', error_message: 'the model is gone' });
  expect(started.errors).toHaveLength(1);
  await started.call('POST', `/api/threads/${thread}/messages`, { body: { text: 'hello' } });
  await untilStatus(started, thread, 'completed');
});

test('[L3] a run whose event cannot be written leaves the thread failed, not running for ever', async () => {
  let deep: Json = [];
  for (let i = 0; i < 100_000; i += 1) deep = [deep];
  const run: Agent['run'] = async ({ append }) => {
    await append([{ type: 'agent.status', status: 'running' }]);
    await append([{ type: 'agent.tool.completed', call: 'c', outcome: 'done', structured: deep }]);
  };
  const started = await startServer({ agent: { ...scriptedAgent, run } });
  const thread = await newThread(started);
  await started.call('POST', `/api/threads/${thread}/messages`, { body: { text: 'hello' } });
  await untilStatus(started, thread, 'failed');
  expect((await events(started.ledger, thread)).at(-1)).toMatchObject({
    error_message: expect.stringContaining('JSON'),
  });
});

test('[L6] after a restart: a started call ends interrupted and is not made again, and the thread goes on', async () => {
  const started = await startServer();
  const thread = await newThread(started);
  const other = await newThread(started);
  await started.call('POST', `/api/threads/${thread}/messages`, { body: { text: 'hang' } });
  await until(
    async () =>
      (await events(started.ledger, thread)).some(({ type }) => type === 'agent.tool.started') ? true : undefined,
    'a started call',
  );
  const again = await started.restart();
  const before = await events(again.ledger, thread);
  expect(before.at(-1)).toMatchObject({ type: 'agent.tool.started' });
  await again.runner.recover();
  await untilStatus(again, thread, 'completed');
  const state = foldAll(await events(again.ledger, thread));
  expect(state.calls.byPlace.size).toBe(1);
  const [[, call] = []] = state.calls.byPlace.entries();
  expect(call?.state).toMatchObject({ name: 'settled', result: { outcome: 'interrupted' } });
  expect(await events(again.ledger, other)).toHaveLength(1);
});

test('[L6] a message that was acknowledged before the crash gets its run after it', async () => {
  const started = await startServer();
  const thread = await newThread(started);
  await started.runner.close();
  await started.call('POST', `/api/threads/${thread}/messages`, { body: { text: 'hello' } });
  const again = await started.restart();
  await again.runner.recover();
  await untilStatus(again, thread, 'completed');
  const third = await again.restart();
  const count = (await events(third.ledger, thread)).length;
  await third.runner.recover();
  await third.runner.close();
  expect(await events(third.ledger, thread)).toHaveLength(count);
});

test('a run that goes on after a restart keeps its name', async () => {
  const started = await startServer();
  const thread = await newThread(started);
  await started.call('POST', `/api/threads/${thread}/messages`, { body: { text: 'ask' } });
  await untilStatus(started, thread, 'awaiting_user');
  const again = await started.restart();
  const body = { answers: [{ question: 'Which?', values: ['one'] }] };
  await again.call('POST', `/api/threads/${thread}/answers/c1`, { body });
  await untilStatus(again, thread, 'completed');
  const all = await events(again.ledger, thread);
  expect(new Set(all.filter(({ type }) => type.startsWith('agent.')).map(({ run }) => run)).size).toBe(1);
  await again.call('POST', `/api/threads/${thread}/messages`, { body: { text: 'hello' } });
  await until(
    async () => ((await events(again.ledger, thread)).length > all.length + 5 ? true : undefined),
    'a second run',
  );
  const runs = (await events(again.ledger, thread)).filter(({ type }) => type === 'agent.status').map(({ run }) => run);
  expect(new Set(runs).size).toBe(2);
});

test('closing lets a run write nothing more: it is left as a crash would leave it', async () => {
  const { ledger, runner, call, restart } = await startServer({ agent: scriptedAgent });
  const thread = await newThread({ call });
  await call('POST', `/api/threads/${thread}/messages`, { body: { text: 'hang' } });
  await untilStatus({ ledger }, thread, 'running');
  await runner.close();
  const again = await restart();
  const summary = unwrap(await again.ledger.thread(thread));
  expect([summary.status, summary.unfinished]).toEqual(['running', true]);
});

test('a blob of a run is found under the hash it was given', async () => {
  const agent = heldAgent();
  const { ledger, runner, call } = await startServer({ agent });
  const thread = await newThread({ call });
  await post(ledger, thread, 'one');
  runner.wake(thread);
  const input = await until(() => agent.inputs[0], 'a run');
  const hash = await input.blobs.put(new TextEncoder().encode('whole'));
  expect(new TextDecoder().decode(await input.blobs.get(hash))).toBe('whole');
  expect(await input.blobs.get('none')).toBeUndefined();
  expect((await call('GET', `/api/blobs/${hash}`)).text).toBe('whole');
  agent.end();
});
