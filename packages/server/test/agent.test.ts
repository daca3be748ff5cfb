/** The seam to the agent package, with the agent itself and a scripted model. */
import { chatAskUser, defineTool, hasWork, policyByTool, recoverRun, runAgent, textValue } from '@toolthread/agent';
import type { Policy } from '@toolthread/agent';
import type { Request } from '@toolthread/core';
import type { Json } from '@toolthread/core/json';
import { type Script, scriptedModel } from '@toolthread/providers/scripted';
import type { Agent, RunInput } from '@toolthread/server';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { openRoom, type Room } from './room.ts';
import { field, until, unwrap } from './start-server.ts';

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
  const calls = prompt.split(' ').map((name) => ({ type: 'call', name, arguments: inputs[name] ?? {} }) as const);
  return [{ type: 'text', text: 'Let me see.' }, ...calls];
};
const inputs: Readonly<Record<string, Json>> = {
  echo: { word: 'hello' },
  [chatAskUser.name]: { questions: [{ question: 'Which?', options: [{ label: 'one' }, { label: 'two' }] }] },
};

const tools = [echo, hang, chatAskUser];

function realAgent(policy: Policy): Agent {
  const run = (input: RunInput): Promise<unknown> =>
    runAgent({
      ...input,
      model: scriptedModel(script, { speed: Infinity }),
      tools,
      policy,
    });
  return { hasWork, recover: recoverRun, run, tools: () => tools };
}

const allowing = policyByTool({}, 'allow');
const asking = policyByTool({}, 'ask');

async function roomOf(policy: Policy, text: string): Promise<Room> {
  const room = await openRoom({ agent: realAgent(policy) });
  await room.say(text);
  return room;
}

test('a prompt, two calls, an answer; nothing of it is an anomaly, and nothing is left to do', async () => {
  const room = await roomOf(allowing, 'echo echo');
  await room.untilStatus('completed');
  const state = await room.state();
  expect(state.anomalies.first.toArray()).toEqual([]);
  expect(JSON.stringify(await room.timeline())).toContain('The result was hello and hello.');
  const counts = { calls: 2, failed: 0, waiting: 0, unfinished: false };
  expect(unwrap(await room.ledger.thread(room.thread))).toMatchObject(counts);
  expect(room.errors).toEqual([]);
});

test('a question waits through a restart and is answered after it', async () => {
  const room = await roomOf(allowing, chatAskUser.name);
  await room.untilStatus('awaiting_user');
  expect(unwrap(await room.ledger.thread(room.thread))).toMatchObject({ waiting: 1, unfinished: false });
  const again = await room.restart();
  await again.runner.recover();
  const state = await again.state();
  const [[, request] = []] = state.requests.entries();
  const [[, call] = []] = state.calls.byPlace.entries();
  const question = request?.questions[0]?.question ?? '';
  const body = { answers: [{ question, values: ['two'] }] };
  const answered = await again.call('POST', again.path(`/answers/${call?.id}`), { body });
  expect([answered.status, field(answered.json, 'request')]).toEqual([200, request?.id]);
  await again.untilStatus('completed');
  expect(JSON.stringify(await again.timeline())).toContain('two');
});

async function requestOf(room: Room): Promise<Request> {
  const [[, request] = []] = (await room.state()).requests.entries();
  if (request === undefined) throw new Error('nobody asks anything');
  return request;
}

const decide = (room: Room, { id }: Request, body: object): ReturnType<Room['call']> =>
  room.call('POST', room.path(`/approvals/${encodeURIComponent(id)}`), { body });

test('an approval is asked for, given, and the call runs', async () => {
  const room = await roomOf(asking, 'echo');
  await room.untilStatus('awaiting_user');
  const edited = { decision: 'edit', arguments: { word: 'bye' } };
  expect((await decide(room, await requestOf(room), edited)).status).toBe(200);
  await room.untilStatus('completed');
  expect(JSON.stringify(await room.timeline())).toContain('The result was bye');
});

test('an edit that does not fit the tool is refused in words, before anything is recorded', async () => {
  const room = await roomOf(asking, 'echo');
  await room.untilStatus('awaiting_user');
  const request = await requestOf(room);
  for (const [given, words] of [
    [{ word: 7 }, /These arguments do not fit echo:\n- word: /],
    [{ word: 'a', note: '' }, /- note: There is no such argument\./],
    ['{"word":"a","word":"b"}', /"word" occurs twice/],
    ['{"word":"a","__proto__":{}}', /"__proto__"/],
  ] as const) {
    const refused = await decide(room, request, { decision: 'edit', arguments: given });
    expect([refused.status, field(refused.json, 'error', 'message')]).toEqual([422, expect.stringMatching(words)]);
  }
  expect((await requestOf(room)).settled).toBeUndefined();
  expect((await decide(room, request, { decision: 'edit', arguments: { word: 'bye' } })).status).toBe(200);
  await room.untilStatus('completed');
});

/** The call was not run, and the model was told why. */
async function expectExpired(room: Room): Promise<void> {
  await room.untilStatus('completed');
  const state = await room.state();
  expect([...state.requests.entries()]).toMatchObject([[expect.any(String), { settled: { decision: 'expired' } }]]);
  expect([...state.calls.byPlace.entries()]).toMatchObject([
    [expect.any(String), { state: { name: 'settled', result: { outcome: 'denied' } } }],
  ]);
  expect(state.anomalies.first.toArray()).toEqual([]);
  expect(room.errors).toEqual([]);
}

test('a request that nobody settles in time is over, without a word of anybody', async () => {
  const room = await roomOf({ ...asking, approvalMs: 100 }, 'echo');
  await until(async () => ((await room.state()).requests.size > 0 ? true : undefined), 'the request');
  const request = await requestOf(room);
  await expectExpired(room);
  const late = await decide(room, request, { decision: 'once' });
  expect([late.status, field(late.json, 'error', 'message')]).toEqual([409, expect.stringContaining('expired')]);
});

test('[L6] a request that ran out while no server was there is over after the start', async () => {
  const room = await roomOf({ ...asking, approvalMs: 500 }, 'echo');
  await room.untilStatus('awaiting_user');
  const { expiresAt = 0 } = await requestOf(room);
  const again = await room.restart();
  await until(() => (Date.now() > expiresAt ? true : undefined), 'the end of the time');
  expect((await decide(again, await requestOf(again), { decision: 'once' })).json).toMatchObject({
    error: { code: 'expired' },
  });
  await again.runner.recover();
  await expectExpired(again);
});

test('stop ends a running tool and a waiting question, and a message after it starts anew', async () => {
  for (const [prompt, status] of [
    ['hang', 'running'],
    [chatAskUser.name, 'awaiting_user'],
  ] as const) {
    const room = await roomOf(allowing, prompt);
    await room.untilStatus(status);
    await room.call('POST', room.path('/stop'));
    await room.untilStatus('cancelled');
    expect(unwrap(await room.ledger.thread(room.thread))).toMatchObject({ waiting: 0, unfinished: false });
    await room.say('echo');
    await room.untilStatus('completed');
    expect(room.errors).toEqual([]);
  }
});

test('[L6] a restart in the middle of a call: it ends interrupted, is not run again, and the thread goes on', async () => {
  const room = await roomOf(allowing, 'hang');
  await until(async () => {
    const [[, call] = []] = (await room.state()).calls.byPlace.entries();
    return call?.state.name === 'running' ? true : undefined;
  }, 'a running call');
  const again = await room.restart();
  await again.runner.recover();
  await again.untilStatus('completed');
  const state = await again.state();
  expect([...state.calls.byPlace.entries()].map(([, call]) => call.state)).toMatchObject([
    { name: 'settled', result: { outcome: 'interrupted' } },
  ]);
  expect(state.anomalies.first.toArray()).toEqual([]);
  expect(again.errors).toEqual([]);
});

function untilRest(room: Room): Promise<true> {
  return until(async () => {
    const { status, unfinished } = unwrap(await room.ledger.thread(room.thread));
    return status === 'completed' && !unfinished ? true : undefined;
  }, 'the end of all work');
}

test('messages that come while the agent works are all heard, in one run or the next', async () => {
  const room = await roomOf(allowing, 'echo');
  for (const delivery of ['now', 'steer', 'followUp', 'now']) await room.say('echo', { delivery });
  await untilRest(room);
  const state = await room.state();
  expect(state.messageCount).toBe(5);
  expect(hasWork(state)).toBe(false);
  expect(state.anomalies.first.toArray()).toEqual([]);
});

test('a follow-up that was changed while it waited: the run after hears the new words, and never the old', async () => {
  const room = await roomOf(allowing, 'hang');
  await room.untilStatus('running');
  const posted = await room.say('echo echo', { delivery: 'followUp' });
  await room.call('PUT', room.path(`/messages/${Number(field(posted.json, 'event', 'seq'))}`), {
    body: { text: 'echo' },
  });
  await room.call('POST', room.path('/stop'));
  await room.untilStatus('cancelled');
  // A stopped run lets nobody speak; the next one that completes does.
  await room.say('echo');
  await untilRest(room);
  const state = await room.state();
  const names = [...state.calls.byPlace.entries()].map(([, call]) => call.name);
  expect(names.toSorted()).toEqual(['echo', 'echo', 'hang']);
  expect(state.anomalies.first.toArray()).toEqual([]);
});

test('a run that was cut off is continued, without a word of anybody; one that is under way or came to its end is not', async () => {
  const room = await openRoom({ agent: realAgent(asking) });
  const goOn = (): ReturnType<Room['call']> => room.call('POST', room.path('/continue'));
  const refused = { error: { code: 'nothing_to_continue' } };
  expect((await goOn()).json).toMatchObject(refused);
  await room.say('echo');
  await room.untilStatus('awaiting_user');
  expect((await goOn()).json).toMatchObject(refused);
  await room.call('POST', room.path('/stop'));
  await room.untilStatus('cancelled');
  expect((await goOn()).json).toMatchObject({ event: { type: 'agent.status', status: 'queued' } });
  await room.untilStatus('completed');
  expect((await goOn()).json).toMatchObject(refused);
  const { log } = await room.state();
  expect(log.toArray().filter(({ kind }) => kind === 'message')).toHaveLength(1);
  expect(log.toArray().filter(({ kind }) => kind === 'step')).toHaveLength(2);
  expect((await room.call('POST', '/api/threads/none/continue')).status).toBe(404);
});
