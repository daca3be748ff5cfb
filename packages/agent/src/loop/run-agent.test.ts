import { threadOf, timeline } from '@toolthread/core';
import { completionMessages } from '@toolthread/core/context';
import type { Model } from '@toolthread/core/context';
import { scriptedModel } from '@toolthread/providers/scripted';
import { z } from 'zod';
import { expect, test, vi } from 'vitest';
import { MemoryLedger } from '../../test/memory-ledger.ts';
import { call, echo, outcomes, runOn, say, statuses, told, tool } from '../../test/run-on.ts';
import { VirtualClock } from '../../test/virtual-clock.ts';
import { defineTool } from '../tool/define-tool.ts';
import { errorValue, textValue } from '../tool/tool-value.ts';
import type { ToolValue } from '../tool/tool-value.ts';

test('a turn is in the ledger in the order in which it must survive', async () => {
  const ledger = MemoryLedger.withPrompt('look around');
  const script = [[say('Two things.'), call('echo', { word: 'one' }), call('echo', { word: 'two' })], [say('Done.')]];
  expect(await runOn(ledger, { script, tools: [echo] })).toEqual({ ended: 'completed' });
  expect(ledger.types().filter((type) => !type.endsWith('.delta'))).toEqual([
    'thread.created',
    'message.posted',
    'agent.configured',
    'agent.status',
    'agent.step.started',
    'agent.part.completed',
    'agent.tool.called',
    'agent.tool.called',
    'agent.step.completed',
    'agent.tool.started',
    'agent.tool.started',
    'agent.tool.completed',
    'agent.tool.completed',
    'agent.step.started',
    'agent.part.completed',
    'agent.step.completed',
    'agent.continuation',
    'agent.status',
  ]);
  expect(ledger.state.anomalies.first.toArray()).toEqual([]);
  expect(ledger.of('agent.continuation')).toMatchObject([
    { should_continue: false, stop_reason: 'completed', resolved_by: 'finish_reason' },
  ]);
  expect(ledger.of('agent.continuation')[0]?.evaluations?.map(({ criterion }) => criterion)).toEqual([
    'user',
    'finish_reason',
    'errors',
    'retries',
    'guard',
    'steps',
    'tokens',
    'money',
    'time',
  ]);
});

test('every event of the run carries its name, and the next run has another', async () => {
  const ledger = MemoryLedger.withPrompt('a');
  await runOn(ledger, { script: [[say('1')]] });
  ledger.say('b');
  await runOn(ledger, { script: [[say('2')]] });
  const runs = ledger.of('agent.status').map(({ run, status }) => [run, status]);
  expect(runs).toEqual([
    ['r3', 'running'],
    ['r3', 'completed'],
    [runs[2]?.[0], 'running'],
    [runs[2]?.[0], 'completed'],
  ]);
  expect(runs[2]?.[0]).not.toBe('r3');
  expect(ledger.of('agent.configured')).toHaveLength(1);
});

test('[B.6 16] one that throws, and one that returns an error, cost no sibling its result', async () => {
  const ledger = MemoryLedger.withPrompt('go');
  const throws = tool('throws', () => Promise.reject(new Error('boom')), { safe: true });
  const fails = tool('fails', () => errorValue('no such thing', 'E1'), { safe: true });
  const strange = tool(
    'strange',
    () => {
      // oxlint-disable-next-line no-throw-literal -- a hostile tool may throw anything
      throw { not: 'an error' };
    },
    { safe: true },
  );
  const script = [[call('throws'), call('echo', { word: 'fine' }), call('fails'), call('strange')], [say('ok')]];
  await runOn(ledger, { script, tools: [throws, fails, strange, echo] });
  expect(outcomes(ledger)).toEqual(['c1_0 failed', 'c1_1 done', 'c1_2 failed', 'c1_3 failed']);
  const errors = ledger.of('agent.tool.completed').map(({ error }) => error);
  expect(errors).toContainEqual({ message: 'boom', code: 'thrown' });
  expect(errors).toContainEqual({ message: 'no such thing', code: 'E1' });
});

test('what is wrong with a call becomes its result, in words the model can use, and nothing runs', async () => {
  const ledger = MemoryLedger.withPrompt('go');
  let ran = 0;
  const strict = defineTool({
    name: 'strict',
    description: 'Counts.',
    input: z.object({ count: z.number(), path: z.string() }),
    execute: () => {
      ran += 1;
      return textValue('ran');
    },
  });
  const touchy = defineTool({
    name: 'touchy',
    description: 'Its schema throws.',
    input: z.object({}).refine(() => {
      throw new Error('the schema broke');
    }),
    execute: () => textValue('ran'),
  });
  const script = [
    [
      call('nonsense'),
      { type: 'raw-call', name: 'strict', arguments: '{"count": 1, "pa' } as const,
      call('strict', { count: 'many' }),
      { type: 'raw-call', name: 'strict', arguments: `${'['.repeat(100_000)}${']'.repeat(100_000)}` } as const,
      call('touchy'),
      { type: 'raw-call', name: 'echo', arguments: '' } as const,
      { type: 'raw-call', name: '__proto__', arguments: '{"__proto__": 1}' } as const,
    ],
    [say('ok')],
  ];
  await runOn(ledger, { script, tools: [strict, touchy, echo] });
  expect(ran).toBe(0);
  expect(outcomes(ledger).filter((one) => one.endsWith('failed'))).toHaveLength(6);
  const [unknown = '', json = '', schema = '', deep = '', broke = '', proto = ''] = told(ledger);
  expect(unknown).toBe('There is no tool "nonsense". Nothing ran. The tools are: strict, touchy, echo.');
  expect(json).toMatch(/^The arguments of strict cannot be read as JSON/);
  expect(schema).toMatch(/do not fit strict[\s\S]*- path: It is missing\.\n- count: .*number/);
  expect(deep).toMatch(/^The arguments of strict cannot be read as JSON \(it is nested deeper than 200\)/);
  expect(broke).toMatch(/the schema broke/);
  expect(proto).toMatch(/There is no tool "__proto__"/);
  expect(outcomes(ledger)).toContain('c1_5 done');
});

test('nothing of a response that reached its length limit runs', async () => {
  const ledger = MemoryLedger.withPrompt('go');
  const counts = vi.fn<() => ToolValue>(() => textValue('ran'));
  const script = [[call('counts'), { type: 'end', reason: 'length' } as const], [say('ok')]];
  expect(await runOn(ledger, { script, tools: [tool('counts', counts)] })).toEqual({ ended: 'completed' });
  expect(counts).not.toHaveBeenCalled();
  expect(told(ledger)[0]).toMatch(/length limit/);
});

test('a tool that may be tried again is, visibly: attempt 2 of 3', async () => {
  const ledger = MemoryLedger.withPrompt('go');
  const clock = new VirtualClock('hurrying');
  const attempts: number[] = [];
  const flaky = tool(
    'flaky',
    (_, { attempt, output }) => {
      attempts.push(attempt);
      output(`try ${attempt}\n`);
      return attempt < 3 ? errorValue('busy', '503') : textValue('there');
    },
    { retry: { attempts: 3, delayMs: 400 } },
  );
  await runOn(ledger, { script: [[call('flaky')], [say('ok')]], tools: [flaky], clock });
  expect(attempts).toEqual([1, 2, 3]);
  expect(ledger.of('agent.tool.retrying')).toMatchObject([
    { call: 'c1_0', attempt: 2, max_attempts: 3, error: { message: 'busy', code: '503' } },
    { call: 'c1_0', attempt: 3, max_attempts: 3 },
  ]);
  expect(clock.slept.filter((ms) => ms === 400)).toHaveLength(2);
  expect(outcomes(ledger)).toEqual(['c1_0 done']);
  expect(
    ledger
      .of('agent.tool.output.delta')
      .map(({ text }) => text)
      .join(''),
  ).toBe('try 1\ntry 2\ntry 3\n');
  expect(ledger.state.anomalies.count).toBe(0);
});

test('[B.6 19] a tool that does not say so is never tried again', async () => {
  const ledger = MemoryLedger.withPrompt('go');
  const once = vi.fn<() => ToolValue>(() => errorValue('no'));
  await runOn(ledger, { script: [[call('once')], [say('ok')]], tools: [tool('once', once)] });
  expect(once).toHaveBeenCalledTimes(1);
  expect(ledger.of('agent.tool.retrying')).toEqual([]);
});

test('output shows while the tool runs, and a flood of it is bounded', async () => {
  const ledger = MemoryLedger.withPrompt('go');
  const flood = tool('flood', (_, { output }) => {
    for (let n = 0; n < 10_000; n += 1) output('x'.repeat(100));
    return textValue('done');
  });
  await runOn(ledger, { script: [[call('flood')], [say('ok')]], tools: [flood] });
  const deltas = ledger.of('agent.tool.output.delta');
  expect(deltas.reduce((sum, { text }) => sum + text.length, 0)).toBe(50 * 1024);
  expect(deltas.length).toBeLessThan(60);
  expect(ledger.state.anomalies.count).toBe(0);
});

test('a failed request is a discarded step: visible, asked again after a while, and not in the context', async () => {
  const ledger = MemoryLedger.withPrompt('go');
  const clock = new VirtualClock('hurrying');
  const start = clock.now();
  const error = { message: 'Overloaded', code: '529', retryable: true, retryAfterMs: 7000 };
  const model = scriptedModel(
    ({ attempt }) => (attempt < 3 ? [say('I wi'), { type: 'end', reason: 'error', error }] : [say('Here.')]),
    { speed: Infinity },
  );
  expect(await runOn(ledger, { model, clock })).toEqual({ ended: 'completed' });
  expect(ledger.of('agent.step.completed')).toMatchObject([
    { discarded: true, error: { message: 'Overloaded', code: '529' } },
    { discarded: true },
    { finish_reason: 'stop' },
  ]);
  expect(clock.slept).toEqual(expect.arrayContaining([7000]));
  expect(ledger.of('agent.step.retrying')).toMatchObject([
    { step: 1, attempt: 2, max_attempts: 5, until: start + 7000 },
    { step: 2, attempt: 3, max_attempts: 5, until: start + 14_000 },
  ]);
  expect(JSON.stringify(completionMessages(ledger.state))).not.toContain('I wi');
  expect(
    timeline(threadOf(ledger.events))
      .items.toArray()
      .some(({ kind }) => kind === 'answer'),
  ).toBe(true);
});

test('requests that go on failing end the run as failed, with the reason', async () => {
  const error = { message: 'Overloaded', retryable: true };
  const script = [[{ type: 'end', reason: 'error', error } as const]];
  const ledger = MemoryLedger.withPrompt('go');
  const clock = new VirtualClock('hurrying');
  expect(await runOn(ledger, { script, clock, limits: { retries: 2, backoffMs: 100 } })).toEqual({ ended: 'failed' });
  expect(ledger.of('agent.step.completed')).toHaveLength(3);
  expect(clock.slept.filter((ms) => ms >= 100)).toEqual([100, 200]);
  expect(ledger.of('agent.continuation')).toMatchObject([{ stop_reason: 'retry_limit', resolved_by: 'retries' }]);
  expect(ledger.of('agent.status').at(-1)).toMatchObject({ status: 'failed', error_message: 'Overloaded' });
});

test('a provider that wants an hour is not asked again too early: the run fails, and says how long it has to wait', async () => {
  const error = { message: 'Rate limited.', retryable: true, retryAfterMs: 3_600_000 };
  const ledger = MemoryLedger.withPrompt('go');
  expect(await runOn(ledger, { script: [[{ type: 'end', reason: 'error', error } as const]] })).toEqual({
    ended: 'failed',
  });
  expect(ledger.of('agent.step.started')).toHaveLength(1);
  expect(ledger.of('agent.status').at(-1)).toMatchObject({
    error_message: 'Rate limited. (The provider wants a wait of 1h.)',
  });
});

test('a failure that will not pass, and a full context, are not tried again', async () => {
  for (const [end, reason] of [
    [{ type: 'end', reason: 'error', error: { message: 'bad key', retryable: false } }, 'error'],
    [{ type: 'end', reason: 'overflow', error: { message: 'prompt is too long' } }, 'token_limit'],
  ] as const) {
    const ledger = MemoryLedger.withPrompt('go');
    expect(await runOn(ledger, { script: [[end]] })).toEqual({ ended: 'failed' });
    expect(ledger.of('agent.step.started')).toHaveLength(1);
    expect(ledger.of('agent.continuation')).toMatchObject([{ stop_reason: reason }]);
  }
});

test('at the step limit the run ends without open calls, says so, and can be continued', async () => {
  const ledger = MemoryLedger.withPrompt('go');
  const model = scriptedModel(({ prompt }) => (prompt === 'go' ? [call('echo', { word: 'x' })] : [say('I stop.')]), {
    speed: Infinity,
  });
  expect(await runOn(ledger, { model, tools: [echo], limits: { steps: 3 } })).toEqual({ ended: 'completed' });
  expect(outcomes(ledger)).toEqual(['c1_0 done', 'c2_0 done', 'c3_0 done']);
  expect(ledger.of('agent.continuation')).toMatchObject([{ stop_reason: 'steps_limit', resolved_by: 'steps' }]);
  ledger.say('that is enough');
  expect(await runOn(ledger, { model, tools: [echo], limits: { steps: 3 } })).toEqual({ ended: 'completed' });
  expect(ledger.of('agent.continuation').at(-1)).toMatchObject({ stop_reason: 'completed' });
  expect(statuses(ledger)).toEqual(['running', 'completed', 'running', 'completed']);
});

test('with nothing to answer the run ends at once', async () => {
  const ledger = new MemoryLedger();
  ledger.add({ type: 'thread.created' });
  expect(await runOn(ledger, { script: [[say('?')]] })).toEqual({ ended: 'completed' });
  expect(ledger.of('agent.step.started')).toEqual([]);
});

test('a message that comes with the end of the run is answered by it', async () => {
  const ledger = MemoryLedger.withPrompt('one');
  ledger.when(
    ({ type }) => type === 'agent.continuation',
    () => ledger.say('two', 'followUp'),
  );
  const model = scriptedModel(({ prompt }) => [say(`You said ${prompt}.`)], { speed: Infinity });
  expect(await runOn(ledger, { model })).toEqual({ ended: 'completed' });
  expect(ledger.of('agent.step.started')).toHaveLength(2);
  expect(statuses(ledger)).toEqual(['running', 'completed', 'running', 'completed']);
});

test('a request holds all that the ledger has before its step, and nothing that comes after', async () => {
  const ledger = MemoryLedger.withPrompt('one');
  const heard: string[][] = [];
  const answering = scriptedModel([[say('ok')]], { speed: Infinity });
  const model: Model = {
    ...answering,
    stream: (request, signal) => {
      heard.push(request.messages.filter(({ role }) => role === 'user').map(({ content }) => content));
      return answering.stream(request, signal);
    },
  };
  const append = ledger.append();
  await runOn(ledger, {
    model,
    append: (drafts) => {
      const first = drafts.some((draft) => draft.type === 'agent.step.started' && draft.step === 1);
      if (first) ledger.say('two');
      const written = append(drafts);
      if (first)
        ledger.when(
          ({ type }) => type === 'agent.step.started',
          () => ledger.say('three'),
        );
      return written;
    },
  });
  expect(heard).toEqual([['one\n\ntwo'], ['one\n\ntwo', 'three']]);
});

test('calls that an import or a fork left open are not run here', async () => {
  const imported = new MemoryLedger();
  let ran = 0;
  const counts = tool('counts', () => {
    ran += 1;
    return textValue('ran');
  });
  imported.add(
    { type: 'thread.created', source: { format: 'claude-code' } },
    { type: 'message.posted', author: '@human', parts: [{ type: 'text', text: 'old' }], delivery: 'now' },
    { type: 'agent.step.started', step: 1 },
    { type: 'agent.tool.called', step: 1, part: 0, call: 'x', name: 'counts', arguments: '{}' },
    { type: 'agent.step.completed', step: 1, finish_reason: 'tool_calls' },
  );
  await runOn(imported, { script: [[say('ok')]], tools: [counts] });
  expect(outcomes(imported)).toEqual(['x interrupted']);
  const fork = new MemoryLedger();
  fork.add(
    { type: 'thread.created', origin: { thread: 'other', seq: 5 } },
    { type: 'message.posted', author: '@human', parts: [{ type: 'text', text: 'old' }], delivery: 'now' },
    { type: 'agent.step.started', step: 1, run: 'r1' },
    { type: 'agent.tool.called', step: 1, part: 0, call: 'x', name: 'counts', arguments: '{}' },
    { type: 'agent.step.completed', step: 1, finish_reason: 'tool_calls' },
  );
  await runOn(fork, { script: [[say('ok')]], tools: [counts] });
  expect(outcomes(fork)).toEqual(['x interrupted']);
  expect(ran).toBe(0);
});

test('two scopes of one thread do not touch each other', async () => {
  const ledger = MemoryLedger.withPrompt('go');
  await runOn(ledger, { script: [[call('echo', { word: 'a' })], [say('ok')]], tools: [echo] });
  const script = [[call('echo', { word: 'b' })], [say('ok')]];
  await runOn(ledger, { script, tools: [echo], more: { scope: 'agent:coder' } });
  expect(outcomes(ledger)).toEqual(['c1_0 done', 'agent-coder-c1_0 done']);
  expect(ledger.state.anomalies.count).toBe(0);
});
