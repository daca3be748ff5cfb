import { HUMAN, type LedgerEvent } from '@toolthread/core';
import type { Json } from '@toolthread/core/json';
import { expect, test } from 'vitest';
import { openRoom, type Room } from '../../test/room.ts';
import { scriptedAgent } from '../../test/scripted-agent.ts';
import { newThread, until, unwrap } from '../../test/start-server.ts';
import type { Agent, RunInput } from './agent.ts';

/** A room whose agent's runs the test holds in its hands. */
async function heldRoom(): Promise<Room & { inputs: RunInput[]; run: () => Promise<RunInput>; end: () => void }> {
  const ends: (() => void)[] = [];
  const inputs: RunInput[] = [];
  const run: Agent['run'] = (input) => {
    inputs.push(input);
    return new Promise<void>((resolve) => {
      ends.push(resolve);
      input.signal.addEventListener('abort', () => resolve());
    });
  };
  const room = await openRoom({ agent: { ...scriptedAgent, run } });
  return {
    ...room,
    inputs,
    /** Somebody speaks, and a run begins. */
    run: async () => {
      await room.write('one');
      room.runner.wake(room.thread);
      return until(() => inputs.at(-1), 'a run');
    },
    end: () => ends.shift()?.(),
  };
}

test('one run a thread at a time; what came meanwhile and was not seen gets a run of its own', async () => {
  const room = await heldRoom();
  await room.run();
  for (let i = 0; i < 5; i += 1) room.runner.wake(room.thread);
  await room.write('two');
  room.runner.wake(room.thread);
  expect(room.inputs).toHaveLength(1);
  room.end();
  await until(() => (room.inputs.length === 2 ? true : undefined), 'another run');
  expect(room.inputs[1]?.thread.messageCount).toBe(2);
});

test('what a run has seen makes no second run', async () => {
  const room = await heldRoom();
  const { append } = await room.run();
  await room.write('two');
  room.runner.wake(room.thread);
  await append([
    { type: 'agent.step.started', step: 1, built_from: 3 },
    { type: 'agent.status', status: 'completed' },
  ]);
  room.end();
  await room.runner.close();
  expect(room.inputs).toHaveLength(1);
});

test('append gives every event since the last one it gave, by whomever, once and in order', async () => {
  const room = await heldRoom();
  const input = await room.run();
  expect(input.thread.seq).toBe(2);
  const status = { type: 'agent.status', status: 'running' } as const;
  const seen: LedgerEvent[] = [];
  seen.push(...(await input.append([status])));
  await room.write('two');
  seen.push(...(await input.append([])));
  await room.write('three');
  await room.write('four');
  seen.push(...(await input.append([status, status])));
  seen.push(...(await input.append([])));
  expect(seen).toEqual((await room.events()).slice(2));
  expect(seen.map(({ seq }) => seq)).toEqual([3, 4, 5, 6, 7, 8]);
  expect(seen[0]).toMatchObject({ run: input.run });
});

test('[L6] a run whose thread another has claimed can write nothing more, and is told to stop', async () => {
  const room = await heldRoom();
  const input = await room.run();
  unwrap(await room.ledger.claimRun(room.thread, 'another node'));
  await expect(input.append([{ type: 'agent.status', status: 'running' }])).rejects.toThrow(/no longer owns/);
  expect(input.signal.aborted).toBe(true);
  expect(await room.events()).toHaveLength(2);
  expect(room.errors).toEqual([]);
});

test('[L3] a run that throws leaves the thread failed, with the reason, and the next message starts anew', async () => {
  const room = await openRoom();
  await room.say('throw');
  await room.untilStatus('failed');
  const failed = { type: 'agent.status', status: 'failed', error_message: 'the model is gone' };
  expect((await room.events()).at(-1)).toMatchObject(failed);
  expect(room.errors).toHaveLength(1);
  await room.say('hello');
  await room.untilStatus('completed');
});

test('[L3] a run whose event cannot be written leaves the thread failed, not running for ever', async () => {
  let deep: Json = [];
  for (let i = 0; i < 100_000; i += 1) deep = [deep];
  const run: Agent['run'] = async ({ append }) => {
    await append([{ type: 'agent.status', status: 'running' }]);
    await append([{ type: 'agent.tool.completed', call: 'c', outcome: 'done', structured: deep }]);
  };
  const room = await openRoom({ agent: { ...scriptedAgent, run } });
  await room.say('hello');
  await room.untilStatus('failed');
  expect((await room.events()).at(-1)).toMatchObject({ error_message: expect.stringContaining('JSON') });
});

test('[L3] a run whose failure cannot be written either is told to whoever runs the server', async () => {
  const run: Agent['run'] = () => Promise.reject(new Error('the model is gone'));
  const room = await openRoom({
    agent: { ...scriptedAgent, run },
    wrap: (ledger) => ({
      ...ledger,
      append: async (thread, drafts, options) =>
        options?.run === undefined
          ? ledger.append(thread, drafts, options)
          : { ok: false, error: { code: 'unavailable', message: 'the disk is full' } },
    }),
  });
  await room.say('hello');
  await until(() => (room.errors.length === 2 ? true : undefined), 'two errors');
  expect(room.errors.map(String)).toEqual([
    expect.stringContaining('the model is gone'),
    expect.stringContaining('the disk is full'),
  ]);
});

test('[L6] after a restart: a started call ends interrupted and is not made again, and the thread goes on', async () => {
  const room = await openRoom();
  const other = await newThread(room);
  await room.say('hang');
  await until(
    async () => ((await room.events()).some(({ type }) => type === 'agent.tool.started') ? true : undefined),
    'a started call',
  );
  const again = await room.restart();
  expect((await again.events()).at(-1)).toMatchObject({ type: 'agent.tool.started' });
  await again.runner.recover();
  await again.untilStatus('completed');
  const calls = [...(await again.state()).calls.byPlace.entries()];
  expect(calls).toMatchObject([
    [expect.any(String), { state: { name: 'settled', result: { outcome: 'interrupted' } } }],
  ]);
  expect(unwrap(await again.ledger.thread(other))).toMatchObject({ seq: 1 });
});

test('[L6] a message that was acknowledged before the crash gets its run after it, once', async () => {
  const room = await openRoom();
  await room.runner.close();
  await room.say('hello');
  const again = await room.restart();
  await again.runner.recover();
  await again.untilStatus('completed');
  const third = await again.restart();
  const before = await third.events();
  await third.runner.recover();
  await third.runner.close();
  expect(await third.events()).toEqual(before);
});

test('a run that goes on after a restart keeps its name; the next one has another', async () => {
  const room = await openRoom();
  await room.say('ask');
  await room.untilStatus('awaiting_user');
  const again = await room.restart();
  await again.call('POST', again.path('/answers/c1'), { body: { answers: [{ question: 'Which?', values: ['one'] }] } });
  await again.untilStatus('completed');
  const runs = async (): Promise<Set<unknown>> =>
    new Set((await again.events()).filter(({ type }) => type.startsWith('agent.')).map(({ run }) => run));
  expect((await runs()).size).toBe(1);
  await again.say('hello');
  await until(async () => ((await runs()).size === 2 ? true : undefined), 'a second run');
});

test('closing lets a run write nothing more: it is left as a crash would leave it', async () => {
  const room = await openRoom();
  await room.say('hang');
  await room.untilStatus('running');
  await room.runner.close();
  expect(room.errors).toEqual([]);
  const again = await room.restart();
  expect(unwrap(await again.ledger.thread(again.thread))).toMatchObject({ status: 'running', unfinished: true });
});

test('blobs of a run are found under the hashes they were given', async () => {
  const room = await heldRoom();
  const { blobs } = await room.run();
  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
  const hashes = [await blobs.put(bytes('whole')), ...(await blobs.putAll([bytes('one'), bytes('two')]))];
  const found = await Promise.all(hashes.map((hash) => blobs.get(hash)));
  expect(found.map((content) => new TextDecoder().decode(content))).toEqual(['whole', 'one', 'two']);
  expect(await blobs.get('none')).toBeUndefined();
});

test('a store that cannot read a blob now does not say that there is none', async () => {
  const room = await heldRoom();
  const { blobs } = await room.run();
  const hash = await blobs.put(new TextEncoder().encode('whole'));
  await room.ledger.close();
  await expect(blobs.get(hash)).rejects.toThrow('The ledger cannot be used');
});

test('alone: what is no run is done while none is under way, and none begins before it is over', async () => {
  const room = await openRoom();
  let finish: (() => void) | undefined;
  const alone = room.runner.alone(room.thread, HUMAN, async ({ thread, append }) => {
    await new Promise<void>((resolve) => {
      finish = resolve;
    });
    return [thread.seq, (await append([{ type: 'thread.renamed', title: 'alone' }])).length];
  });
  const end = await until(() => finish, 'the task');
  expect((await room.say('hello')).status).toBe(201);
  expect(unwrap(await room.ledger.thread(room.thread)).status).toBeUndefined();
  end();
  // It sees what was said meanwhile, like a run.
  expect(await alone).toEqual([1, 2]);
  await room.untilStatus('completed');
  const types = (await room.events()).map(({ type }) => type);
  expect(types.slice(0, 4)).toEqual(['thread.created', 'message.posted', 'thread.renamed', 'agent.status']);
});

test.each([
  ['hang', 'agent.tool.started'],
  ['ask', 'request.opened'],
])('alone: not while somebody is at work, or waits for a person', async (text, last) => {
  const room = await openRoom();
  await room.say(text);
  await until(async () => (await room.events()).find(({ type }) => type === last), 'the last that the run does');
  const before = await room.events();
  expect(await room.runner.alone(room.thread, HUMAN, async () => 'done')).toBeUndefined();
  expect(await room.events()).toEqual(before);
  expect(await room.runner.alone(await newThread(room), HUMAN, async () => 'done')).toBe('done');
});

test("alone: a failure is the caller's to hear, and the thread goes on", async () => {
  const room = await openRoom();
  const failing = room.runner.alone(room.thread, HUMAN, () => Promise.reject(new Error('no')));
  await expect(failing).rejects.toThrow('no');
  expect(await room.runner.alone(room.thread, HUMAN, async () => 'done')).toBe('done');
  await room.say('hello');
  await room.untilStatus('completed');
  expect((await room.state()).anomalies.count).toBe(0);
});
