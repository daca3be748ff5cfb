import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { EventDraft } from '@toolthread/core';
import type { Agent, RunInput } from '@toolthread/server';
import { expect, test } from 'vitest';
import { readStream } from './read-stream.ts';
import { scriptedAgent } from './scripted-agent.ts';
import { newThread, startServer, until, untilStatus } from './start-server.ts';

// Sockets and disks: slow on a busy machine, and no test here measures time.
const RUNS = 50;
const TOOLS = 5;
const DELTAS = 10;

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

/** Says a first word and waits until somebody has seen it; then it says more, and calls tools. */
function patientAgent(isSeen: (input: RunInput) => Promise<unknown>): Agent {
  const run: Agent['run'] = async (input) => {
    const { thread, append } = input;
    await append([
      { type: 'agent.status', status: 'running' },
      { type: 'agent.step.started', step: 1, built_from: thread.seq },
      { type: 'agent.text.delta', step: 1, part: 0, offset: 0, text: 'I ' },
    ]);
    await isSeen(input);
    for (let n = 0; n < DELTAS; n += 1) {
      await append([{ type: 'agent.text.delta', step: 1, part: 0, offset: 2 + 5 * n, text: 'look ' }]);
    }
    const calls = Array.from({ length: TOOLS }, (_, n) => ({ step: 1, call: `c${n}` }));
    await append(
      calls.map((call, n) => ({ type: 'agent.tool.called', ...call, part: n + 1, name: 'look', arguments: '{}' })),
    );
    await append(calls.map((call) => ({ type: 'agent.tool.started', ...call })));
    await Promise.all(
      calls.map((call) => append([{ type: 'agent.tool.completed', ...call, outcome: 'done' } satisfies EventDraft])),
    );
    await append([
      { type: 'agent.step.completed', step: 1, finish_reason: 'stop' },
      { type: 'agent.status', status: 'completed' },
    ]);
  };
  return { ...scriptedAgent, run };
}

test('[B.6 58] fifty runs at once: the first words of each are seen before it goes on, others are answered, and nothing is kept of a run that has ended', async () => {
  const seen = new Map<string, PromiseWithResolvers<void>>();
  const inputs: WeakRef<RunInput>[] = [];
  const agent = patientAgent((input) => {
    inputs.push(new WeakRef(input));
    return seen.get(input.thread.id)?.promise ?? Promise.reject(new Error('nobody reads it'));
  });
  const started = await startServer({ agent, runs: RUNS });
  const threads = await Promise.all(Array.from({ length: RUNS }, () => newThread(started)));
  const readers = await Promise.all(threads.map((thread) => readStream(started.port, thread)));
  for (const thread of threads) seen.set(thread, Promise.withResolvers());
  for (const thread of threads) await started.call('POST', `/api/threads/${thread}/messages`, { body: { text: 'go' } });
  // All of them have begun, and each waits for its reader: no run waits for another.
  for (const reader of readers) {
    await reader.seqs(5);
    expect(reader.text()).toContain('"text":"I "');
  }
  expect((await started.call('GET', '/api/threads')).status).toBe(200);
  for (const thread of threads) seen.get(thread)?.resolve();
  for (const thread of threads) await untilStatus(started, thread, 'completed');
  const last = 5 + DELTAS + 3 * TOOLS + 2;
  for (const reader of readers) expect(await reader.seqs(last)).toEqual(Array.from({ length: last }, (_, n) => n + 1));
  expect(started.errors).toEqual([]);
  const collected = (): true | undefined => {
    collectGarbage();
    return inputs.every((input) => input.deref() === undefined) ? true : undefined;
  };
  await until(collected, 'nothing that holds a run');
  expect(inputs).toHaveLength(RUNS);
});
