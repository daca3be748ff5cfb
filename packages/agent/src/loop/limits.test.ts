import { completionMessages } from '@toolthread/core/context';
import type { Model, ModelRequest } from '@toolthread/core/context';
import { scriptedModel } from '@toolthread/providers/scripted';
import type { Script } from '@toolthread/providers/scripted';
import { expect, test } from 'vitest';
import { Crash, MemoryLedger } from '../../test/memory-ledger.ts';
import { call, echo, outcomes, runOn, say, statuses, tool } from '../../test/run-on.ts';
import { VirtualClock } from '../../test/virtual-clock.ts';
import { continueRun } from '../state/continue-run.ts';
import { hasWork } from '../state/has-work.ts';
import { recoverRun } from '../state/recover-run.ts';
import { textValue } from '../tool/tool-value.ts';

/** Calls for ever as long as it has tools; without any it sums up. */
function restless(seen: ModelRequest[] = [], more: Partial<Model> = {}): Model {
  const calling = scriptedModel(({ turn }) => [call('echo', { word: `n${turn}` })], { speed: Infinity });
  const closing = scriptedModel(() => [say('Two looked at, one left.')], { speed: Infinity });
  return {
    ...calling,
    stream: (request, signal) => {
      seen.push(request);
      return (request.tools.length > 0 ? calling : closing).stream(request, signal);
    },
    ...more,
  };
}

test('[B.6 23] a run at its step limit ends with words: one response without tools, and no open call', async () => {
  const ledger = MemoryLedger.withPrompt('go');
  const seen: ModelRequest[] = [];
  expect(await runOn(ledger, { model: restless(seen), tools: [echo], limits: { steps: 2 } })).toEqual({
    ended: 'completed',
  });
  expect(seen.map(({ tools }) => tools.length)).toEqual([1, 1, 0]);
  expect(seen[2]?.messages.at(-1)?.content).toContain('reached its limit');
  expect(ledger.of('agent.continuation')).toMatchObject([
    { should_continue: false, stop_reason: 'steps_limit', resolved_by: 'steps' },
  ]);
  expect(completionMessages(ledger.state).at(-1)).toMatchObject({
    role: 'assistant',
    content: 'Two looked at, one left.',
  });
  expect(JSON.stringify(ledger.events)).not.toContain('reached its limit');
  expect(statuses(ledger)).toEqual(['running', 'completed']);
  expect(hasWork(ledger.state)).toBe(false);
});

test('calls that the model makes in its last words do not run', async () => {
  const ledger = MemoryLedger.withPrompt('go');
  let ran = 0;
  const counts = tool('counts', ({ word }) => {
    ran += 1;
    return textValue(word ?? '');
  });
  const script: Script = ({ turn }) => [call('counts', { word: `n${turn}` })];
  expect(await runOn(ledger, { script, tools: [counts], limits: { steps: 3 } })).toEqual({ ended: 'completed' });
  expect(ran).toBe(3);
  expect(outcomes(ledger)).toEqual(['c1_0 done', 'c2_0 done', 'c3_0 done', 'c4_0 skipped']);
  expect(ledger.state.calls.open.size).toBe(0);
});

test('a run at its limit is continued by a message, or by an explicit wish, with limits of its own', async () => {
  const ledger = MemoryLedger.withPrompt('go');
  const options = { model: restless(), tools: [echo], limits: { steps: 2 } };
  await runOn(ledger, options);
  ledger.say('and on');
  await runOn(ledger, options);
  expect(ledger.of('agent.step.started')).toHaveLength(6);
  expect(continueRun(ledger.state)).toHaveLength(1);
  ledger.add(...continueRun(ledger.state));
  expect(continueRun(ledger.state)).toEqual([]);
  expect(hasWork(ledger.state)).toBe(true);
  expect(await runOn(ledger, options)).toEqual({ ended: 'completed' });
  expect(ledger.of('agent.step.started')).toHaveLength(9);
  expect(ledger.of('agent.continuation').map(({ stop_reason: reason }) => reason)).toEqual([
    'steps_limit',
    'steps_limit',
    'steps_limit',
  ]);
  expect(ledger.state.anomalies.count).toBe(0);
});

test('[L6] killed after any event of a run that meets its limit: recovered, it ends with words all the same', async () => {
  const options = { tools: [echo], limits: { steps: 2 } };
  const whole = MemoryLedger.withPrompt('go');
  await runOn(whole, { ...options, model: restless() });
  for (let dies = 2; dies < whole.events.length; dies += 1) {
    const ledger = MemoryLedger.withPrompt('go');
    await expect(runOn(ledger, { ...options, model: restless(), append: ledger.append(dies) })).rejects.toBeInstanceOf(
      Crash,
    );
    ledger.add(...recoverRun(ledger.state));
    expect(await runOn(ledger, { ...options, model: restless() })).toEqual({ ended: 'completed' });
    expect(completionMessages(ledger.state).at(-1)?.content).toBe('Two looked at, one left.');
    expect(ledger.state.anomalies.first.toArray()).toEqual([]);
    expect(ledger.of('agent.continuation').filter(({ stop_reason: why }) => why === 'steps_limit')).toHaveLength(1);
  }
});

test('last words that fail are asked for once more, and then the run ends without them', async () => {
  const ledger = MemoryLedger.withPrompt('go');
  const model = restless();
  const failing: Model = {
    ...model,
    stream: (request, signal) =>
      request.tools.length > 0
        ? model.stream(request, signal)
        : scriptedModel([[{ type: 'end', reason: 'error', error: { message: 'no' } }]]).stream(request, signal),
  };
  expect(await runOn(ledger, { model: failing, tools: [echo], limits: { steps: 1 } })).toEqual({ ended: 'completed' });
  expect(ledger.of('agent.step.completed').filter(({ discarded }) => discarded === true)).toHaveLength(2);
});

test('what is said while the last words are spoken is answered, and the limits count anew', async () => {
  const ledger = MemoryLedger.withPrompt('go');
  ledger.when(
    ({ type }) => type === 'agent.continuation',
    () => ledger.say('no, go on'),
  );
  await runOn(ledger, { model: restless(), tools: [echo], limits: { steps: 2 } });
  expect(outcomes(ledger)).toHaveLength(4);
  expect(ledger.of('agent.continuation')).toHaveLength(2);
});

test('[B.6 23] a token limit, a price limit and a time limit each end the run with words, and name themselves', async () => {
  const verdict = async (limits: { tokens?: number; money?: number; ms?: number }): Promise<unknown[]> => {
    const clock = new VirtualClock('hurrying');
    const ledger = MemoryLedger.withPrompt('go', () => clock.now());
    const slow = tool('echo', async ({ word }) => {
      await clock.sleep(1000);
      return textValue(word ?? '');
    });
    const prices = (): { input: number; output: number } => ({ input: 1_000_000, output: 0 });
    const more = { prices };
    expect(await runOn(ledger, { model: restless(), tools: [slow], limits, clock, more })).toEqual({
      ended: 'completed',
    });
    expect(completionMessages(ledger.state).at(-1)?.content).toBe('Two looked at, one left.');
    const { stop_reason: reason, resolved_by: by } = ledger.of('agent.continuation')[0] ?? {};
    return [reason, by, outcomes(ledger).length];
  };
  expect(await verdict({ ms: 2500 })).toEqual(['time_limit', 'time', 3]);
  expect((await verdict({ tokens: 200 })).slice(0, 2)).toEqual(['token_limit', 'tokens']);
  expect(await verdict({ money: 1 })).toEqual(['token_limit', 'money', 1]);
});

test('the time a person takes is not the run’s', async () => {
  const clock = new VirtualClock('hurrying');
  const ledger = MemoryLedger.withPrompt('go', () => clock.now());
  const script: Script = [[call('echo', { word: 'a' })], [call('echo', { word: 'b' })], [say('done')]];
  const policy = { decide: () => 'ask' as const };
  const options = { script, tools: [echo], policy, clock, limits: { ms: 60_000 } };
  for (let n = 1; n <= 2; n += 1) {
    expect(await runOn(ledger, options)).toEqual({ ended: 'awaiting_user' });
    await clock.pass(24 * 3600 * 1000);
    ledger.add({ type: 'request.resolved', request: `a-c${n}_0`, decision: 'once' });
  }
  expect(await runOn(ledger, options)).toEqual({ ended: 'completed' });
  expect(ledger.of('agent.continuation')).toMatchObject([{ stop_reason: 'completed' }]);
});

test('where no price is known the money limit says so, and does not pretend that it cost nothing', async () => {
  const ledger = MemoryLedger.withPrompt('go');
  await runOn(ledger, { script: [[say('hi')]], limits: { money: 1 } });
  const money = ledger.of('agent.continuation')[0]?.evaluations?.find(({ criterion }) => criterion === 'money');
  expect(money).toMatchObject({ verdict: 'pass', reason: expect.stringContaining('1 responses of unknown price') });
});

test('nor where the list of prices throws, or has no number', async () => {
  const throws = (): never => {
    throw new Error('no such list');
  };
  for (const prices of [throws, () => ({ input: Number.NaN, output: 1 })]) {
    const ledger = MemoryLedger.withPrompt('go');
    const options = { script: [[say('hi')]], limits: { money: 1 }, more: { prices } };
    expect(await runOn(ledger, options)).toEqual({ ended: 'completed' });
    const money = ledger.of('agent.continuation')[0]?.evaluations?.find(({ criterion }) => criterion === 'money');
    expect(money?.reason).toContain('1 responses of unknown price');
  }
});

test('a provider that wants a wait of five minutes gets it, and no more than it wants', async () => {
  const ledger = MemoryLedger.withPrompt('go');
  const clock = new VirtualClock('hurrying');
  const error = { message: 'Overloaded', retryable: true, retryAfterMs: 300_000 };
  const model = scriptedModel(
    ({ attempt }) => (attempt < 2 ? [{ type: 'end', reason: 'error', error }] : [say('Here.')]),
    { speed: Infinity },
  );
  expect(await runOn(ledger, { model, clock })).toEqual({ ended: 'completed' });
  expect(Math.max(...clock.slept)).toBe(300_000);
});
