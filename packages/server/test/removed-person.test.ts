/** Nothing goes on in the name of somebody whose account was removed: on one node, and where another has the run. */
import { setTimeout as sleep } from 'node:timers/promises';
import { defineTool, hasWork, policyByTool, recoverRun, runAgent, textValue } from '@toolthread/agent';
import type { LedgerEvent } from '@toolthread/core';
import { queuedMessages } from '@toolthread/core/summary';
import { type Agent, announcing, createHub, createRunner, type Runner, type RunnerOptions } from '@toolthread/server';
import { type Ledger, openLedger, openPostgresLedger } from '@toolthread/store';
import { ownUrl, startPostgres } from '@toolthread/test-postgres';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { personAsking } from '../src/runs/people/person-asking.ts';
import { obedientModel } from './obedient-model.ts';
import { temporaryFile, until, unwrap } from './start-server.ts';

/** The agent itself. Its one tool works until it is stopped; with `asks` it is asked for first. */
function agentThat(does: 'works' | 'asks', begun: string[] = []): Agent {
  const hang = defineTool({
    name: 'hang',
    description: 'Hangs.',
    input: z.object({}),
    execute: async (_, { signal }) => {
      begun.push('hang');
      await sleep(3_600_000, undefined, { signal });
      return textValue('over');
    },
  });
  const policy = policyByTool({}, does === 'works' ? 'allow' : 'ask');
  const run: Agent['run'] = (input) => runAgent({ ...input, model: obedientModel('hang'), tools: [hang], policy });
  return { hasWork, recover: recoverRun, run };
}

async function opened(open = () => openLedger({ file: temporaryFile() })): Promise<Ledger> {
  const ledger = announcing(unwrap(await open()), createHub());
  onTestFinished(() => ledger.close());
  return ledger;
}

type Told = Pick<RunnerOptions, 'onRemoved' | 'onError'>;

async function runnerOn(ledger: Ledger, agent: Agent, node?: string, told: Told = {}): Promise<Runner> {
  const shared = node === undefined ? {} : { node: { name: node, hasSharedFiles: () => true } };
  const runner = createRunner({ ledger, agent, ...shared, ...told });
  onTestFinished(() => runner.close());
  await runner.recover();
  return runner;
}

/** A thread in which Ada has said something that has to be worked at. */
async function threadOfAda(ledger: Ledger): Promise<string> {
  unwrap(await ledger.people.accounts.add('ada', 'a digest'));
  const [created] = unwrap(await ledger.createThread({}));
  const thread = created?.thread ?? '';
  await said(ledger, thread, 'ada');
  return thread;
}

async function said(ledger: Ledger, thread: string, by: string, delivery: 'now' | 'followUp' = 'now'): Promise<void> {
  const parts = [{ type: 'text', text: 'hang' }] as const;
  unwrap(await ledger.append(thread, [{ type: 'message.posted', author: '@human', by, parts, delivery }]));
}

const removed = async (ledger: Ledger): Promise<unknown> => unwrap(await ledger.people.accounts.remove('ada', 'stay'));
const eventsOf = async (ledger: Ledger, thread: string): Promise<readonly LedgerEvent[]> =>
  unwrap(await ledger.read(thread, { after: 0, limit: 1000 }));

/** A run that Ada asked for, at work in its call. */
async function runOfAda(): Promise<{ ledger: Ledger; begun: string[]; runner: Runner; thread: string }> {
  const ledger = await opened();
  const begun: string[] = [];
  const runner = await runnerOn(ledger, agentThat('works', begun));
  const thread = await threadOfAda(ledger);
  runner.wake(thread);
  await until(() => (begun.length > 0 ? true : undefined), 'the call');
  return { ledger, begun, runner, thread };
}

function untilStatus(ledger: Ledger, thread: string, status: string): Promise<LedgerEvent> {
  const find = async (): Promise<LedgerEvent | undefined> =>
    (await eventsOf(ledger, thread)).findLast((event) => event.type === 'agent.status' && event.status === status);
  return until(find, `the status ${status}`);
}

const ENDED = {
  status: 'cancelled',
  error_message: 'Stopped: the account "ada", which asked for this, was removed.',
};

test('[issue 14] what somebody who was removed said into the run of another, and no step has read, is taken back', async () => {
  const ledger = await opened();
  const begun: string[] = [];
  const runner = await runnerOn(ledger, agentThat('works', begun));
  const [created] = unwrap(await ledger.createThread({}));
  const thread = created?.thread ?? '';
  unwrap(await ledger.people.accounts.add('ada', 'a digest'));
  await said(ledger, thread, 'bob');
  runner.wake(thread);
  await until(() => (begun.length > 0 ? true : undefined), 'the call');
  await said(ledger, thread, 'ada');
  await said(ledger, thread, 'ada', 'followUp');
  await said(ledger, thread, 'bob', 'followUp');
  await removed(ledger);
  const queued = async (): Promise<readonly unknown[]> =>
    queuedMessages(unwrap(await ledger.state(thread))).map(({ message: { by } }) => by);
  await until(async () => ((await queued()).length === 1 ? true : undefined), 'what is left');
  expect(await queued()).toEqual(['bob']);
  expect((await eventsOf(ledger, thread)).filter(({ type }) => type === 'message.changed')).toHaveLength(2);
  // Bob's run is his own.
  expect((await eventsOf(ledger, thread)).some((event) => event.type === 'run.stop.requested')).toBe(false);
});

test('[issue 14] a run that begins does not read what somebody said who was removed meanwhile', async () => {
  const ledger = await opened();
  const thread = await threadOfAda(ledger);
  await said(ledger, thread, 'bob');
  await removed(ledger);
  const begun: string[] = [];
  const runner = await runnerOn(ledger, agentThat('works', begun));
  runner.wake(thread);
  await until(() => (begun.length > 0 ? true : undefined), 'the call');
  const events = await eventsOf(ledger, thread);
  const first = events.findIndex(({ type }) => type === 'agent.step.started');
  expect(events.slice(0, first)).toContainEqual(expect.objectContaining({ type: 'message.changed', parts: [] }));
});

test('[L3] a run that works ends when the account of whoever asked for it is removed, its call interrupted, and says why', async () => {
  const { ledger, begun, runner, thread } = await runOfAda();
  await removed(ledger);
  expect(await untilStatus(ledger, thread, 'cancelled')).toMatchObject(ENDED);
  const results = (await eventsOf(ledger, thread)).filter(({ type }) => type === 'agent.tool.completed');
  expect(results).toMatchObject([{ outcome: 'interrupted' }]);
  // Whoever else works there goes on.
  await said(ledger, thread, 'bob');
  runner.wake(thread);
  await until(() => (begun.length > 1 ? true : undefined), 'the call of somebody else');
});

test('[L3] a run that waits for a word ends too: nobody can allow what somebody wanted who was removed', async () => {
  const ledger = await opened();
  const runner = await runnerOn(ledger, agentThat('asks'));
  const thread = await threadOfAda(ledger);
  runner.wake(thread);
  await untilStatus(ledger, thread, 'awaiting_user');
  await removed(ledger);
  expect(await untilStatus(ledger, thread, 'cancelled')).toMatchObject(ENDED);
  const { requests } = unwrap(await ledger.state(thread));
  expect([...requests.entries()].filter(([, { settled }]) => settled === undefined)).toEqual([]);
});

test.each(['works', 'asks'] as const)(
  '[L3] what others said into such a run, and no step has read, is answered in a run of theirs (the agent %s)',
  async (does) => {
    const ledger = await opened();
    const begun: string[] = [];
    const runner = await runnerOn(ledger, agentThat(does, begun));
    const thread = await threadOfAda(ledger);
    runner.wake(thread);
    await (does === 'works'
      ? until(() => (begun.length > 0 ? true : undefined), 'the call')
      : untilStatus(ledger, thread, 'awaiting_user'));
    await said(ledger, thread, 'bob');
    await removed(ledger);
    expect(await untilStatus(ledger, thread, 'cancelled')).toMatchObject(ENDED);
    const next = async (): Promise<LedgerEvent | undefined> =>
      (await eventsOf(ledger, thread)).find((event) => event.type === 'agent.status' && event.asked_by === 'bob');
    const asked = await until(next, 'the run of somebody else');
    const steps = async (): Promise<readonly LedgerEvent[]> =>
      (await eventsOf(ledger, thread)).filter(({ type, seq }) => type === 'agent.step.started' && seq > asked.seq);
    await until(async () => ((await steps()).length > 0 ? true : undefined), 'its step');
    expect(queuedMessages(unwrap(await ledger.state(thread)))).toEqual([]);
  },
);

test('[L3] what others queued for after such a run is answered in a run of theirs', async () => {
  const { ledger, begun, thread } = await runOfAda();
  await said(ledger, thread, 'bob', 'followUp');
  await removed(ledger);
  expect(await untilStatus(ledger, thread, 'cancelled')).toMatchObject(ENDED);
  await until(() => (begun.length > 1 ? true : undefined), 'the call of somebody else');
  const state = unwrap(await ledger.state(thread));
  expect([queuedMessages(state), state.anomalies.count]).toEqual([[], 0]);
  expect(personAsking(state)).toBe('bob');
});

test('[L3] a run of a name without an account ends when the name is removed; what they ask for after that goes on', async () => {
  const ledger = await opened();
  const begun: string[] = [];
  const told: string[] = [];
  const runner = await runnerOn(ledger, agentThat('works', begun), undefined, { onRemoved: (one) => told.push(one) });
  const [created] = unwrap(await ledger.createThread({}));
  const thread = created?.thread ?? '';
  await said(ledger, thread, 'ada');
  runner.wake(thread);
  await until(() => (begun.length > 0 ? true : undefined), 'the call');
  expect(await removed(ledger)).toBe('unknown');
  expect(await untilStatus(ledger, thread, 'cancelled')).toMatchObject({
    error_message: 'Stopped: "ada", who asked for this, was removed.',
  });
  // The proxy lets somebody in by that name again.
  await sleep(2);
  await said(ledger, thread, 'ada');
  runner.wake(thread);
  await until(() => (begun.length > 1 ? true : undefined), 'the next call');
  // Removed again, it ends again.
  await removed(ledger);
  const ends = async (): Promise<number> =>
    (await eventsOf(ledger, thread)).filter((event) => event.type === 'agent.status' && event.status === 'cancelled')
      .length;
  await until(async () => ((await ends()) > 1 ? true : undefined), 'the second end');
});

test('what was said before the account was removed, and read by nobody, begins nothing', async () => {
  const ledger = await opened();
  const thread = await threadOfAda(ledger);
  await removed(ledger);
  const begun: string[] = [];
  const runner = await runnerOn(ledger, agentThat('works', begun));
  runner.wake(thread);
  expect(await untilStatus(ledger, thread, 'cancelled')).toMatchObject(ENDED);
  // Nor what comes in at the same moment, let in before.
  await said(ledger, thread, 'ada');
  runner.wake(thread);
  const ends = async (): Promise<true | undefined> =>
    (await eventsOf(ledger, thread)).filter((event) => event.type === 'agent.status' && event.status === 'cancelled')
      .length > 1
      ? true
      : undefined;
  await until(ends, 'the end of the second');
  expect(begun).toEqual([]);
});

test('[L3] a run at another node ends, too, and is told once', async () => {
  const postgres = await startPostgres();
  onTestFinished(() => postgres.remove());
  const url = await ownUrl(postgres.url);
  const [a, b] = [await opened(() => openPostgresLedger({ url })), await opened(() => openPostgresLedger({ url }))];
  const begun: string[] = [];
  const first = await runnerOn(a, agentThat('works', begun), 'a');
  await runnerOn(b, agentThat('works', begun), 'b');
  const thread = await threadOfAda(a);
  first.wake(thread);
  await until(() => (begun.length > 0 ? true : undefined), 'the call');
  await removed(b);
  expect(await untilStatus(b, thread, 'cancelled')).toMatchObject(ENDED);
  expect(begun).toEqual(['hang']);
});

test('[L3] a run that this server ended because it had lost touch with the database says so, and not that the server stopped', async () => {
  const plain = await opened();
  let isLate = false;
  const renew: Ledger['nodes']['renew'] = async (life) =>
    isLate ? { ok: true, value: 'expired' } : plain.nodes.renew(life);
  const ledger: Ledger = { ...plain, nodes: { ...plain.nodes, renew } };
  const begun: string[] = [];
  const runner = await runnerOn(ledger, agentThat('works', begun), 'a');
  const thread = await threadOfAda(ledger);
  runner.wake(thread);
  await until(() => (begun.length > 0 ? true : undefined), 'the call');
  isLate = true;
  const end = await until(
    async () => (await eventsOf(ledger, thread)).find(({ type }) => type === 'agent.tool.completed'),
    'the end of the call',
  );
  expect(end).toMatchObject({
    outcome: 'interrupted',
    error: { message: expect.stringMatching(/^The server lost touch with the database while this ran\./) },
  });
});

test('whoever runs the server is told of each removal once, and not of those of before', async () => {
  const ledger = await opened();
  const thread = await threadOfAda(ledger);
  await removed(ledger);
  const told: string[] = [];
  const onRemoved = (person: string): void => void told.push(person);
  const runner = await runnerOn(ledger, agentThat('works'), undefined, { onRemoved });
  runner.wake(thread);
  await untilStatus(ledger, thread, 'cancelled');
  // It looks once a second. Of what was removed before its first look it says nothing.
  const gone: string[] = [];
  const another = async (): Promise<true | undefined> => {
    const name = `ben ${gone.length}`;
    gone.push(name);
    unwrap(await ledger.people.accounts.add(name, 'a digest'));
    unwrap(await ledger.people.accounts.remove(name, 'stay'));
    await sleep(300);
    return told.length > 0 ? true : undefined;
  };
  await until(another, 'the news');
  await until(() => (told.includes(gone.at(-1) ?? '') ? true : undefined), 'all of the news');
  unwrap(await ledger.people.accounts.add('dan', 'a digest'));
  await sleep(1500);
  expect(told.toSorted()).toEqual(gone.slice(-told.length).toSorted());
});

test.each([undefined, 'a'])(
  'a thread that is deleted under its run is no trouble of the server (node %s)',
  async (node) => {
    const errors: unknown[] = [];
    const begun: string[] = [];
    const ledger = await opened();
    const onError = (error: unknown): void => void errors.push(error);
    const runner = await runnerOn(ledger, agentThat('works', begun), node, { onError });
    const thread = await threadOfAda(ledger);
    runner.wake(thread);
    await until(() => (begun.length > 0 ? true : undefined), 'the call');
    // As a command of the operator does it, beside the server.
    unwrap(await ledger.deleteThread(thread));
    if (node === undefined) await runner.stop(thread, 'ada');
    await until(() => (runner.load().atWork === 0 ? true : undefined), 'the end of the run');
    expect(errors).toEqual([]);
  },
);
