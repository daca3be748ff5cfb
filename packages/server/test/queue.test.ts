/** Runs that wait for their turn. */
import type { EventDraft } from '@toolthread/core';
import { eventLoop } from '@toolthread/store';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type Agent, type RunInput } from '@toolthread/server';
import { scriptedAgent } from './scripted-agent.ts';
import { newThread, type Started, startServer, until, unwrap, untilStatus } from './start-server.ts';

const post = ({ call }: Started, thread: string, text: string): Promise<unknown> =>
  call('POST', `/api/threads/${thread}/messages`, { body: { text } });

const message = (text: string): EventDraft => ({
  type: 'message.posted',
  author: '@human',
  parts: [{ type: 'text', text }],
  delivery: 'now',
});

async function statuses({ ledger }: Started, thread: string): Promise<string[]> {
  const events = unwrap(await ledger.read(thread, { after: 0, limit: 1000 }));
  return events.flatMap((event) => (event.type === 'agent.status' ? event.status : []));
}

/** The scripted agent, counted: how many were at work at once, and in which order threads had their runs. None goes on before `begin`. */
function counted(begin?: Promise<void>): { agent: Agent; most: () => number; order: string[] } {
  let now = 0;
  let most = 0;
  const order: string[] = [];
  const run = async (input: RunInput): Promise<void> => {
    now += 1;
    most = Math.max(most, now);
    order.push(input.thread.id);
    try {
      await begin;
      await scriptedAgent.run(input);
    } finally {
      now -= 1;
    }
  };
  return { agent: { ...scriptedAgent, run }, most: () => most, order };
}

/** One slot: a run that hangs has it, and another waits for it. */
async function startQueued(agent = scriptedAgent): Promise<{ started: Started; busy: string; waiting: string }> {
  const started = await startServer({ agent, runs: 1 });
  const [busy, waiting] = [await newThread(started), await newThread(started)];
  await post(started, busy, 'hang');
  await untilStatus(started, busy, 'running');
  await post(started, waiting, 'hello');
  await untilStatus(started, waiting, 'queued');
  return { started, busy, waiting };
}

test('[M3] no more runs at once than there are slots; the others are queued, and say so', async () => {
  const begin = Promise.withResolvers<void>();
  const { agent, most } = counted(begin.promise);
  const started = await startServer({ agent, runs: 2 });
  const threads = await Promise.all(Array.from({ length: 12 }, () => newThread(started)));
  await Promise.all(threads.map((thread) => post(started, thread, 'hello')));
  const queued = async (): Promise<number> =>
    (await Promise.all(threads.map((thread) => statuses(started, thread)))).filter(([first]) => first === 'queued')
      .length;
  await until(async () => ((await queued()) === 10 && most() === 2 ? true : undefined), 'two at work, ten queued');
  begin.resolve();
  for (const thread of threads) await untilStatus(started, thread, 'completed');
  expect(most()).toBe(2);
  const all = await Promise.all(threads.map((thread) => statuses(started, thread)));
  expect(all.filter(([first]) => first === 'queued')).toHaveLength(10);
  for (const one of all) expect(one.filter((status) => status !== 'queued')).toEqual(['running', 'completed']);
  expect(started.errors).toEqual([]);
});

test('[L3] a queued run is shown as queued, keeps its name, and is unfinished', async () => {
  const { started, busy, waiting } = await startQueued();
  expect((await started.call('GET', `/api/threads/${waiting}`)).json).toMatchObject({
    status: 'queued',
    unfinished: true,
  });
  await started.call('POST', `/api/threads/${busy}/stop`);
  await untilStatus(started, waiting, 'completed');
  const events = unwrap(await started.ledger.read(waiting, { after: 0, limit: 100 }));
  expect(new Set(events.flatMap(({ type, run }) => (type.startsWith('agent.') ? run : []))).size).toBe(1);
});

test('no thread starves: one that always has more to do goes to the end of the queue', async () => {
  const order: string[] = [];
  let end: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    end = resolve;
  });
  const run = async ({ thread: { id } }: RunInput): Promise<void> => {
    order.push(id);
    if (order.length === 1) await gate;
    if (id === greedy && order.length < 12) started.runner.wake(greedy);
  };
  const started = await startServer({ agent: { ...scriptedAgent, hasWork: () => true, run }, runs: 1 });
  const [greedy = '', ...others] = await Promise.all(Array.from({ length: 4 }, () => newThread(started)));
  for (const thread of [greedy, ...others, ...others]) started.runner.wake(thread);
  await until(() => (order.length === 1 ? true : undefined), 'the first run');
  end();
  await until(() => (order.length >= 12 ? true : undefined), 'the last run');
  expect(order.slice(0, 5)).toEqual([greedy, ...others, greedy]);
});

test('a run that waits for a person holds no slot', async () => {
  const started = await startServer({ runs: 1 });
  const [asking, other] = [await newThread(started), await newThread(started)];
  await post(started, asking, 'ask');
  await untilStatus(started, asking, 'awaiting_user');
  await post(started, other, 'hello');
  await untilStatus(started, other, 'completed');
  await started.call('POST', `/api/threads/${asking}/answers/c1`, {
    body: { answers: [{ question: 'Which?', values: ['one'] }] },
  });
  await untilStatus(started, asking, 'completed');
});

test('a tool that asks while it is at work holds no slot, until it has its answer', async () => {
  const inputs: RunInput[] = [];
  let end: () => void = () => undefined;
  const run = async (input: RunInput): Promise<void> => {
    inputs.push(input);
    if (inputs.length > 1) return void (await scriptedAgent.run(input));
    await input.append([
      { type: 'agent.status', status: 'running' },
      { type: 'request.opened', request: 'e', kind: 'elicitation', questions: [{ question: 'Which?', options: [] }] },
    ]);
    await new Promise<void>((resolve) => (end = resolve));
    await input.append([{ type: 'agent.status', status: 'completed' }]);
  };
  const started = await startServer({ agent: { ...scriptedAgent, run }, runs: 1 });
  const [asking, other, third] = await Promise.all([newThread(started), newThread(started), newThread(started)]);
  await post(started, asking, 'x');
  await until(() => (inputs.length === 1 ? true : undefined), 'the first run');
  await untilStatus(started, asking, 'running');
  await post(started, other, 'hello');
  await untilStatus(started, other, 'completed');
  await started.call('POST', `/api/threads/${asking}/answers/e`, {
    body: { answers: [{ question: 'Which?', values: [] }] },
  });
  await inputs[0]?.append([]);
  await post(started, third, 'hello');
  await untilStatus(started, third, 'queued');
  end();
  await untilStatus(started, third, 'completed');
});

test('stop reaches a queued run at once: it does not wait for its turn to be told', async () => {
  const { started, busy, waiting } = await startQueued();
  expect((await started.call('POST', `/api/threads/${waiting}/stop`)).json).toMatchObject({ stopping: true });
  await untilStatus(started, waiting, 'cancelled');
  expect(unwrap(await started.ledger.thread(busy)).status).toBe('running');
  expect(await statuses(started, waiting)).toEqual(['queued', 'cancelled']);
});

test('what was said is taken back before its turn: nothing is done', async () => {
  const { agent, order } = counted();
  const { started, busy, waiting } = await startQueued(agent);
  expect((await started.call('DELETE', `/api/threads/${waiting}/messages/2`)).status).toBe(200);
  await started.call('POST', `/api/threads/${busy}/stop`);
  await until(() => (order.includes(waiting) ? true : undefined), 'its turn');
});

test('[M3] after a crash everything is taken up through the queue, and nothing runs twice', async () => {
  const { agent, most, order } = counted();
  const first = await startServer({ agent, runs: 2 });
  await first.runner.close();
  const threads = await Promise.all(Array.from({ length: 40 }, () => newThread(first)));
  for (const thread of threads) unwrap(await first.ledger.append(thread, [message('hello')]));
  // Half of them were cut off in a call.
  for (const thread of threads.slice(0, 20))
    unwrap(
      await first.ledger.append(thread, [
        { type: 'agent.status', status: 'running', run: 'r' },
        { type: 'agent.step.started', step: 1, built_from: 2 },
        { type: 'agent.tool.called', step: 1, part: 0, call: 'c1', name: 'echo', arguments: '{}' },
        { type: 'agent.tool.started', step: 1, call: 'c1' },
      ]),
    );
  const again = await first.restart();
  await again.runner.recover();
  for (const thread of threads) await untilStatus(again, thread, 'completed');
  expect(most()).toBe(2);
  expect(order.toSorted()).toEqual(threads.toSorted());
  for (const thread of threads.slice(0, 20)) {
    const events = unwrap(await again.ledger.read(thread, { after: 0, limit: 100 }));
    expect(events.filter(({ type }) => type === 'agent.tool.completed')).toMatchObject([{ outcome: 'interrupted' }]);
  }
  expect(again.errors).toEqual([]);
});

test('[M3] a restart takes up one thread after the other, and each that was cut off is told before the first goes on', async () => {
  const told: string[] = [];
  const toldBefore: number[] = [];
  const agent: Agent = {
    ...scriptedAgent,
    recover: (state) => (told.push(state.id), scriptedAgent.recover(state)),
    run: async (input) => {
      toldBefore.push(told.length);
      await scriptedAgent.run(input);
    },
  };
  const first = await startServer({ agent, runs: 2 });
  await first.runner.close();
  const threads = await Promise.all(Array.from({ length: 60 }, () => newThread(first)));
  const cutOff: EventDraft = { type: 'agent.status', status: 'running', run: 'r' };
  for (const thread of threads) unwrap(await first.ledger.append(thread, [message('hello'), cutOff]));
  const again = await first.restart();
  const noted = vi.spyOn(again.ledger, 'thread');
  let most = 0;
  // Whoever asks for a turn gets one of its own.
  const turns = vi.spyOn(eventLoop, 'next').mockImplementation(() => new Promise((resolve) => setImmediate(resolve)));
  onTestFinished(() => turns.mockRestore());
  let turn = setImmediate(function count() {
    most = Math.max(most, noted.mock.calls.length);
    noted.mockClear();
    turn = setImmediate(count);
  });
  await again.runner.recover();
  clearImmediate(turn);
  most = Math.max(most, noted.mock.calls.length);
  for (const thread of threads) await untilStatus(again, thread, 'completed');
  expect(toldBefore).toEqual(threads.map(() => threads.length));
  expect(most).toBe(1);
});

test('a server that closes ends those that wait, and leaves them for the next start', async () => {
  const started = await startServer({ runs: 1 });
  const threads = await Promise.all(Array.from({ length: 5 }, () => newThread(started)));
  await post(started, threads[0] ?? '', 'hang');
  await untilStatus(started, threads[0] ?? '', 'running');
  for (const thread of threads.slice(1)) await post(started, thread, 'hello');
  for (const thread of threads.slice(1)) await untilStatus(started, thread, 'queued');
  const again = await started.restart();
  await again.runner.recover();
  for (const thread of threads) await untilStatus(again, thread, 'completed');
  expect(again.errors).toEqual([]);
});
