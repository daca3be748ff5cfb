import { threadOf, timeline } from '@toolthread/core';
import { completionMessages } from '@toolthread/core/context';
import type { Model, ModelRequest } from '@toolthread/core/context';
import { scriptedModel } from '@toolthread/providers/scripted';
import type { Piece, Seen } from '@toolthread/providers/scripted';
import { expect, test } from 'vitest';
import { Crash, MemoryLedger } from '../../test/memory-ledger.ts';
import { call, echo, outcomes, runOn, say, statuses, told, tool } from '../../test/run-on.ts';
import type { RunOn } from '../../test/run-on.ts';
import { hasWork } from '../state/has-work.ts';
import { policyByTool } from '../policy/policy.ts';
import { recoverRun } from '../state/recover-run.ts';
import { textValue } from '../tool/tool-value.ts';
import { runAgentTool } from '../tools/run-agent-tool.ts';

type Play = (seen: Seen) => readonly Piece[];

/** One model for all: what it says depends on the prompt it was given. */
function cast(parts: { readonly [prompt: string]: Play }, seen: ModelRequest[] = []): Model {
  const model = scriptedModel((now) => (parts[now.prompt] ?? (() => [say(`? ${now.prompt}`)]))(now), {
    speed: Infinity,
  });
  return {
    ...model,
    stream: (request, signal) => {
      seen.push(request);
      return model.stream(request, signal);
    },
  };
}

const delegate = (...tasks: string[]): readonly Piece[] => tasks.map((task) => call('run_agent', { task }));
const parent =
  (...tasks: string[]): Play =>
  ({ turn, results }) =>
    turn === 0 ? delegate(...tasks) : [say(results.map(({ text }) => text).join('; '))];

test('a child works in a scope and a context of its own; its last words are the result of the call', async () => {
  const ledger = MemoryLedger.withPrompt('go');
  const seen: ModelRequest[] = [];
  const model = cast(
    {
      go: parent('count'),
      count: ({ turn }) => (turn === 0 ? [say('On it.'), call('echo', { word: 'inner' })] : [say('There are 3.')]),
    },
    seen,
  );
  expect(await runOn(ledger, { model, tools: [echo, runAgentTool] })).toEqual({ ended: 'completed' });
  expect(outcomes(ledger)).toEqual(['c1_0 done', 'child-c1_0-c1_1 done']);
  expect(ledger.of('scope.opened')).toMatchObject([
    { scope: 'child:c1_0', kind: 'child', name: 'agent', parent: { call: 'c1_0', step: 1 } },
  ]);
  expect(JSON.stringify(completionMessages(ledger.state))).not.toContain('inner');
  expect(completionMessages(ledger.state).at(-1)?.content).toBe('There are 3.');
  const inner = completionMessages(ledger.state, { scope: 'child:c1_0' });
  expect(inner[0]?.content).toBe('count');
  expect(JSON.stringify(inner)).not.toContain('go');
  expect(seen[1]?.system).toContain('child agent');
  expect(ledger.state.anomalies.first.toArray()).toEqual([]);
  expect(statuses(ledger)).toEqual(['running', 'running', 'completed', 'completed']);
});

test('children of one response work at the same time, and each settles on its own', async () => {
  const ledger = MemoryLedger.withPrompt('go');
  const waiting: (() => void)[] = [];
  const slow = tool('slow', async ({ word }) => {
    await new Promise<void>((done) => {
      waiting.push(done);
      // Each waits for the other: one after the other they would wait for ever.
      if (waiting.length === 2) for (const goOn of waiting) goOn();
    });
    return textValue(word ?? '');
  });
  const works =
    (word: string): Play =>
    ({ turn }) =>
      turn === 0 ? [call('slow', { word })] : [say(`${word} done`)];
  const failing: Play = () => [{ type: 'end', reason: 'error', error: { message: 'no luck', retryable: false } }];
  const model = cast({ go: parent('a', 'b', 'bad'), a: works('a'), b: works('b'), bad: failing });
  await runOn(ledger, { model, tools: [slow, runAgentTool] });
  expect(told(ledger)).toContain('a done');
  expect(told(ledger)).toContain('b done');
  expect(told(ledger)).toContain('The child agent failed: no luck.');
});

test('depth and number are limited, in words the model can use', async () => {
  const ledger = MemoryLedger.withPrompt('go');
  const model = cast({ go: parent('deeper'), deeper: parent('deepest'), deepest: parent('too deep') });
  await runOn(ledger, { model, tools: [runAgentTool] });
  expect(ledger.of('scope.opened')).toHaveLength(2);
  expect(told(ledger)[0]).toContain('There is no tool "run_agent"');
  const many = MemoryLedger.withPrompt('go');
  const wide = cast({ go: parent('x', 'x', 'x', 'x', 'x'), x: () => [say('ok')] });
  await runOn(many, { model: wide, tools: [runAgentTool], limits: { children: 3 } });
  expect(many.of('scope.opened')).toHaveLength(3);
  expect(told(many).filter((text) => text.includes('at most 3 child agents'))).toHaveLength(2);
});

const act = tool('act', ({ word }) => textValue(`did ${word}`));
const deepTree = {
  go: parent('middle'),
  middle: parent('bottom'),
  bottom: (({ turn, results }) =>
    turn === 0 ? [call('act', { word: 'it' })] : [say(results[0]?.text ?? '')]) satisfies Play,
};

test('[bug 36] an approval at any depth suspends the whole tree, stands at the top, and after it all of it goes on', async () => {
  const ledger = MemoryLedger.withPrompt('go');
  const options: RunOn = {
    model: cast(deepTree),
    tools: [act, runAgentTool],
    policy: policyByTool({ act: 'ask' }, 'allow'),
  };
  expect(await runOn(ledger, options)).toEqual({ ended: 'awaiting_user' });
  const scopes = [...ledger.state.scopes.entries()].map(([, { status }]) => status);
  expect(scopes).toEqual(['awaiting_user', 'awaiting_user', 'awaiting_user']);
  const [request] = ledger.of('request.opened');
  const cards = timeline(threadOf(ledger.events)).items.toArray();
  expect(cards.filter(({ kind }) => kind === 'request')).toHaveLength(1);
  expect(hasWork(ledger.state)).toBe(false);
  ledger.add(...recoverRun(ledger.state));
  ledger.add({ type: 'request.resolved', request: request?.request ?? '', decision: 'once' });
  expect(hasWork(ledger.state)).toBe(true);
  expect(await runOn(ledger, options)).toEqual({ ended: 'completed' });
  expect(completionMessages(ledger.state).at(-1)?.content).toBe('did it');
  expect(ledger.state.anomalies.first.toArray()).toEqual([]);
});

test('a stop reaches any depth, while they work and while they wait', async () => {
  for (const how of ['works', 'waits'] as const) {
    const ledger = MemoryLedger.withPrompt('go');
    const hangs = tool('act', (_, { signal }) => {
      ledger.add({ type: 'run.stop.requested' });
      return new Promise((done) => signal.addEventListener('abort', () => done(textValue('ended'))));
    });
    const policy = policyByTool({ act: how === 'works' ? 'allow' : 'ask' }, 'allow');
    const options: RunOn = { model: cast(deepTree), tools: [how === 'works' ? hangs : act, runAgentTool], policy };
    if (how === 'waits') {
      await runOn(ledger, options);
      ledger.add({ type: 'run.stop.requested' });
      expect(hasWork(ledger.state)).toBe(true);
    }
    const signal = new AbortController();
    ledger.when(
      ({ type }) => type === 'run.stop.requested',
      () => setImmediate(() => signal.abort()),
    );
    const end = how === 'works' ? runOn(ledger, { ...options, signal: signal.signal }) : runOn(ledger, options);
    expect(await end).toEqual({ ended: 'cancelled' });
    expect(statuses(ledger).filter((status) => status === 'cancelled')).toHaveLength(3);
    expect(ledger.state.calls.open.size).toBe(0);
    expect([...ledger.state.requests.entries()].every(([, one]) => one.settled !== undefined)).toBe(true);
    expect(ledger.state.anomalies.first.toArray()).toEqual([]);
  }
});

test('[bug 40] a message instead of an answer ends the waiting child, and the parent hears the message', async () => {
  const ledger = MemoryLedger.withPrompt('go');
  const policy = policyByTool({ act: 'ask' }, 'allow');
  const model = cast({ ...deepTree, 'never mind': () => [say('as you like')] });
  await runOn(ledger, { model, tools: [act, runAgentTool], policy });
  ledger.say('never mind');
  expect(await runOn(ledger, { model, tools: [act, runAgentTool], policy })).toEqual({ ended: 'completed' });
  expect(completionMessages(ledger.state).at(-1)?.content).toBe('as you like');
  expect(ledger.state.calls.open.size).toBe(0);
});

test('what a child spends counts for the run that started it', async () => {
  const ledger = MemoryLedger.withPrompt('go');
  const busy: Play = ({ turn }) => (turn < 6 ? [call('echo', { word: `${turn}` })] : [say('done')]);
  const model = cast({ go: ({ turn }) => (turn < 9 ? delegate(`task ${turn}`) : [say('all')]), 'task 0': busy });
  await runOn(ledger, { model, tools: [echo, runAgentTool], limits: { tokens: 1500 } });
  expect(ledger.of('agent.continuation').at(-1)).toMatchObject({ stop_reason: 'token_limit' });
  expect(ledger.of('scope.opened')).toHaveLength(1);
});

test('[L6] [bug 40] killed after any event of a tree of children: recovered it goes on, and no side effect comes twice', async () => {
  const start = (effects: Map<string, number>): RunOn => {
    const acts = tool('act', async ({ word = '' }) => {
      effects.set(word, (effects.get(word) ?? 0) + 1);
      await new Promise((done) => setImmediate(done));
      return textValue(`did ${word}`);
    });
    return { model: cast(deepTree), tools: [acts, runAgentTool] };
  };
  const whole = MemoryLedger.withPrompt('go');
  await runOn(whole, start(new Map()));
  expect(whole.of('scope.opened')).toHaveLength(2);
  let interrupted = 0;
  for (let dies = 2; dies < whole.events.length; dies += 1) {
    const effects = new Map<string, number>();
    const ledger = MemoryLedger.withPrompt('go');
    const dying = runOn(ledger, { ...start(effects), append: ledger.append(dies) });
    await expect(dying).rejects.toBeInstanceOf(Crash);
    ledger.add(...recoverRun(ledger.state));
    expect(recoverRun(ledger.state)).toEqual([]);
    expect(hasWork(ledger.state)).toBe(true);
    expect(await runOn(ledger, start(effects))).toEqual({ ended: 'completed' });
    expect(Math.max(0, ...effects.values())).toBeLessThanOrEqual(1);
    expect(ledger.state.calls.open.size).toBe(0);
    expect(ledger.state.anomalies.first.toArray()).toEqual([]);
    expect(ledger.of('scope.opened')).toHaveLength(2);
    const results = outcomes(ledger);
    expect(results.filter((one) => /^c\d+_/.test(one))).toEqual([expect.stringMatching(/ done$/)]);
    if (results.some((one) => one.endsWith('interrupted'))) interrupted += 1;
  }
  expect(interrupted).toBeGreaterThan(0);
});
