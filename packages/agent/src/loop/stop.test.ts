import { threadOf, timeline } from '@toolthread/core';
import { completionMessages } from '@toolthread/core/context';
import type { ModelEvent } from '@toolthread/core/context';
import { scriptedModel } from '@toolthread/providers/scripted';
import { expect, test } from 'vitest';
import { MemoryLedger } from '../../test/memory-ledger.ts';
import { call, echo, isCompleted, outcomes, runOn, say, statuses, told, tool } from '../../test/run-on.ts';
import { hasWork } from '../state/has-work.ts';
import type { Append } from '../run/thread-ledger.ts';
import { policyByTool } from '../policy/policy.ts';
import { errorValue, textValue } from '../tool/tool-value.ts';

/** Ends when it is told to, and says so. */
const waits = tool(
  'waits',
  (_, { signal, output }) => {
    output('half of it\n');
    return new Promise((done) => signal.addEventListener('abort', () => done(errorValue('told to stop'))));
  },
  { safe: true },
);
/** Never ends and does not listen. */
const deaf = tool('deaf', () => new Promise(() => undefined), { safe: true });

const stopWhen = (ledger: MemoryLedger, happens: (type: string) => boolean): AbortSignal => {
  const controller = new AbortController();
  ledger.when(
    ({ type }) => happens(type),
    () => controller.abort(),
  );
  return controller.signal;
};

test('stop while the model speaks: the words stay, the step is closed as aborted, calls it was writing are cut', async () => {
  const ledger = MemoryLedger.withPrompt('go');
  const signal = stopWhen(ledger, (type) => type === 'agent.tool.input.delta');
  const script = [[say('I begin.'), call('echo', { word: 'x'.repeat(5000) })]];
  expect(await runOn(ledger, { script, tools: [echo], signal })).toEqual({ ended: 'cancelled' });
  expect(ledger.of('agent.step.completed')).toMatchObject([{ finish_reason: 'aborted' }]);
  expect(outcomes(ledger)).toEqual(['1.1 interrupted']);
  expect(JSON.stringify(completionMessages(ledger.state))).toContain('I begin.');
  expect(statuses(ledger)).toEqual(['running', 'cancelled']);
  expect(ledger.state.calls.open.size).toBe(0);
});

test('stop while tools run: what listens and what does not are interrupted, finished ones keep their results', async () => {
  const ledger = MemoryLedger.withPrompt('go');
  const controller = new AbortController();
  ledger.when(isCompleted('c1_0'), () => controller.abort());
  const writer = tool('writer', () => textValue('wrote'));
  const script = [[call('echo', { word: 'a' }), call('waits'), call('deaf'), call('writer')]];
  const tools = [echo, waits, deaf, writer];
  expect(await runOn(ledger, { script, tools, signal: controller.signal })).toEqual({ ended: 'cancelled' });
  expect(outcomes(ledger)).toEqual(['c1_0 done', 'c1_1 interrupted', 'c1_2 interrupted', 'c1_3 skipped']);
  expect(ledger.state.anomalies.count).toBe(0);
  const results = completionMessages(ledger.state)
    .at(-1)
    ?.toolResults.map(({ content }) => content);
  expect(results?.[1]).toContain('half of it');
  expect(told(ledger).at(-1)).toBe('Stopped before it started.');
  expect(ledger.of('agent.continuation')).toMatchObject([{ stop_reason: 'user_requested', resolved_by: 'user' }]);
});

test('a tool that finished in spite of the stop is done: status is recorded, never guessed', async () => {
  const ledger = MemoryLedger.withPrompt('go');
  const stop = new AbortController();
  const finishes = tool('finishes', (_, { signal }) => {
    setImmediate(() => stop.abort());
    return new Promise((done) => signal.addEventListener('abort', () => done(textValue('it is written'))));
  });
  await runOn(ledger, { script: [[call('finishes')]], tools: [finishes], signal: stop.signal });
  expect(outcomes(ledger)).toEqual(['c1_0 done']);
  expect(statuses(ledger).at(-1)).toBe('cancelled');
});

test('[bug 36] stop while it waits for a person: the request asks nothing any more, and the next message begins a new run', async () => {
  const ledger = MemoryLedger.withPrompt('go');
  const script = [[call('echo', { word: 'a' })], [say('ok')]];
  const options = { script, tools: [echo], policy: policyByTool({ echo: 'ask' }, 'allow') };
  await runOn(ledger, options);
  ledger.add({ type: 'run.stop.requested', by: '@human' });
  expect(hasWork(ledger.state)).toBe(true);
  expect(await runOn(ledger, options)).toEqual({ ended: 'cancelled' });
  expect(outcomes(ledger)).toEqual(['c1_0 interrupted']);
  expect(ledger.of('request.resolved')).toMatchObject([{ decision: 'withdrawn' }]);
  expect(
    timeline(threadOf(ledger.events))
      .items.toArray()
      .filter(({ kind }) => kind === 'request'),
  ).toEqual([]);
  expect(hasWork(ledger.state)).toBe(false);
  ledger.say('go on then');
  expect(hasWork(ledger.state)).toBe(true);
  expect(await runOn(ledger, { ...options, policy: policyByTool({}, 'allow') })).toEqual({ ended: 'completed' });
  expect(ledger.state.anomalies.count).toBe(0);
});

test('a stop that another node wrote into the ledger is seen while a tool runs', async () => {
  const ledger = MemoryLedger.withPrompt('go');
  const chatty = tool('chatty', async (_, { signal, output }) => {
    for (let n = 0; !signal.aborted && n < 500; n += 1) {
      output(`${'tick '.repeat(300)}\n`);
      await new Promise((done) => setTimeout(done, 1));
    }
    return signal.aborted ? errorValue('told to stop') : textValue('nobody stopped me');
  });
  ledger.when(
    ({ type }) => type === 'agent.tool.output.delta',
    () => ledger.add({ type: 'run.stop.requested', by: '@human' }),
  );
  expect(await runOn(ledger, { script: [[call('chatty')]], tools: [chatty] })).toEqual({ ended: 'cancelled' });
  expect(outcomes(ledger)).toEqual(['c1_0 interrupted']);
});

test('stop between two steps, and during the wait after a failure, starts no further step', async () => {
  const between = MemoryLedger.withPrompt('go');
  const controller = new AbortController();
  between.when(isCompleted('c1_0'), () => controller.abort());
  await runOn(between, {
    script: [[call('echo', { word: 'a' })], [say('no')]],
    tools: [echo],
    signal: controller.signal,
  });
  expect(between.of('agent.step.started')).toHaveLength(1);
  const failing = MemoryLedger.withPrompt('go');
  const signal = stopWhen(failing, (type) => type === 'agent.step.completed');
  const end = { type: 'end', reason: 'error', error: { message: 'x', retryable: true } } as const;
  expect(await runOn(failing, { script: [[end]], signal })).toEqual({ ended: 'cancelled' });
  expect(failing.of('agent.step.started')).toHaveLength(1);
});

test('a stop before the run began ends it before it does anything', async () => {
  const ledger = MemoryLedger.withPrompt('go');
  ledger.add({ type: 'agent.status', status: 'queued', run: 'r9' }, { type: 'run.stop.requested' });
  expect(await runOn(ledger, { script: [[say('no')]] })).toEqual({ ended: 'cancelled' });
  expect(ledger.of('agent.step.started')).toEqual([]);
  expect(hasWork(ledger.state)).toBe(false);
});

test('[bug 41] a stop of an earlier run is history, even where the ledger tells it again', async () => {
  const ledger = MemoryLedger.withPrompt('go');
  const stop = new AbortController();
  stop.abort();
  ledger.add({ type: 'run.stop.requested' });
  await runOn(ledger, { script: [[say('no')]], signal: stop.signal });
  ledger.say('again');
  const append = ledger.append();
  const fromTheStart: Append = async (drafts) => {
    await append(drafts);
    return ledger.events;
  };
  expect(await runOn(ledger, { script: [[say('yes')]], append: fromTheStart })).toEqual({ ended: 'completed' });
});

test('a model that ignores the stop does not hold the run', async () => {
  const ledger = MemoryLedger.withPrompt('go');
  const stubborn = {
    ...scriptedModel([]),
    async *stream(): AsyncGenerator<ModelEvent> {
      yield { type: 'text.delta', part: 0, text: 'I will never' };
      await new Promise(() => undefined);
    },
  };
  const signal = stopWhen(ledger, (type) => type === 'agent.text.delta');
  expect(await runOn(ledger, { model: stubborn, signal })).toEqual({ ended: 'cancelled' });
  expect(ledger.of('agent.step.completed')).toMatchObject([{ finish_reason: 'aborted' }]);
});

test('steering: what the user says is taken at the next safe point, and what has not begun is skipped and says so', async () => {
  const ledger = MemoryLedger.withPrompt('rename it to engine');
  const edit = tool('edit', ({ word = '' }) => textValue(`edited ${word}`));
  ledger.when(
    ({ type }) => type === 'agent.tool.started',
    () => ledger.say('call it motor', 'steer'),
  );
  const model = scriptedModel(
    ({ prompt }) =>
      prompt === 'call it motor' ? [say('Motor it is.')] : ['a', 'b', 'c'].map((word) => call('edit', { word })),
    { speed: Infinity },
  );
  expect(await runOn(ledger, { model, tools: [edit] })).toEqual({ ended: 'completed' });
  expect(outcomes(ledger)).toEqual(['c1_0 done', 'c1_1 skipped', 'c1_2 skipped']);
  expect(told(ledger)).toEqual([
    'edited a',
    'Skipped: the user sent a new message.',
    'Skipped: the user sent a new message.',
  ]);
  const messages = completionMessages(ledger.state);
  expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant']);
  expect(messages[2]?.content).toBe('call it motor');
});

test('after a person spoke, the steps of the run are counted anew', async () => {
  const ledger = MemoryLedger.withPrompt('go');
  ledger.when(isCompleted('c2_0'), () => ledger.say('go on', 'steer'));
  const model = scriptedModel(
    [[call('echo', { word: 'a' })], [call('echo', { word: 'b' })], [call('echo', { word: 'c' })]],
    {
      speed: Infinity,
    },
  );
  await runOn(ledger, { model, tools: [echo], limits: { steps: 2 } });
  expect(ledger.of('agent.step.started')).toHaveLength(5);
  expect(ledger.of('agent.continuation')).toMatchObject([{ stop_reason: 'steps_limit' }]);
});

test('a tool that goes on after the stop neither says nor asks anything any more', async () => {
  const ledger = MemoryLedger.withPrompt('go');
  const controller = new AbortController();
  let finished: (tried: unknown[]) => void = () => undefined;
  const tried = new Promise<unknown[]>((done) => {
    finished = done;
  });
  let wake: () => void = () => undefined;
  const zombie = tool('zombie', async (_, { post, ask, output }) => {
    controller.abort();
    await new Promise<void>((done) => {
      wake = done;
    });
    output('still here');
    const refused = await post('still here').catch((error: unknown) => error);
    finished([refused, await ask({ title: 'still here?', questions: [{ question: 'Well?' }] })]);
    return textValue('late');
  });
  const options = { script: [[call('zombie')]], tools: [zombie], signal: controller.signal };
  expect(await runOn(ledger, options)).toEqual({ ended: 'cancelled' });
  const before = ledger.events.length;
  wake();
  expect(await tried).toEqual([new Error('The run was stopped.'), undefined]);
  expect(ledger.events).toHaveLength(before);
});
