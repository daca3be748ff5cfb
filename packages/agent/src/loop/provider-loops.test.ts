/** Whole loops over real sockets, against strict stand-ins of the providers: nothing may be refused, nothing lost. */
import { callStatus } from '@toolthread/core';
import type { Model } from '@toolthread/core/context';
import { createModel } from '@toolthread/providers';
import { afterEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { PASSING_FAULTS, startStub } from '@toolthread/provider-stub';
import type { Piece, Provider, Stub, StubOptions, Turn } from '@toolthread/provider-stub';
import { Crash, MemoryLedger } from '../../test/memory-ledger.ts';
import { echo, outcomes, runOn, statuses, tool } from '../../test/run-on.ts';
import { runAgentTool } from '../tools/run-agent-tool.ts';
import { realClock } from '../clock.ts';
import { defineTool } from '../tool/define-tool.ts';
import { policyByTool } from '../policy/policy.ts';
import { recoverRun } from '../state/recover-run.ts';
import type { Equipment } from '../run/run.ts';
import { errorValue, textValue } from '../tool/tool-value.ts';

const stubs: Stub[] = [];
afterEach(async () => {
  await Promise.all(stubs.splice(0).map((stub) => stub.close()));
});

async function stubWith(turns: readonly Turn[], options: StubOptions = {}): Promise<Stub> {
  const stub = await startStub(options);
  stubs.push(stub);
  stub.script(turns);
  return stub;
}

type Wire = Extract<Provider, 'anthropic' | 'openai-chat' | 'openai-responses'>;
const WIRES: readonly Wire[] = ['anthropic', 'openai-chat', 'openai-responses'];
const MODELS: { readonly [wire in Wire]: string } = {
  anthropic: 'claude-opus-4-7',
  'openai-chat': 'gpt-5',
  'openai-responses': 'gpt-5.5',
};

function modelAt(stub: Stub, provider: Wire, contextTokens?: number): Model {
  const model = createModel({
    provider,
    model: MODELS[provider],
    apiKey: 'key',
    baseURL: stub.url(provider),
    idleMs: 5000,
  });
  return contextTokens === undefined ? model : { ...model, contextTokens };
}

const words = (text: string): Piece => ({ type: 'text', text });
const thinking: Piece = { type: 'thinking', text: 'Let me see.' };
const uses = (name: string, input: object = {}): Piece => ({ type: 'call', name, arguments: JSON.stringify(input) });

const fails = tool('fails', () => errorValue('disk full'), { safe: true });
const quick = { backoffMs: 1 };
const clock = { clock: realClock };

/** Nothing was refused, and each request went on where the one before ended. */
function expectAccepted(stub: Stub): void {
  expect(stub.journal.refused).toEqual([]);
  expect(stub.journal.prefixBreaches()).toEqual([]);
  expect(stub.left).toBe(0);
}

describe.each(WIRES)('%s', (wire) => {
  test('a loop of several turns: parallel calls, a failure, words before calls, another question after', async () => {
    const stub = await stubWith([
      { say: [thinking, words('I look.'), uses('echo', { word: 'ünter 🌍' }), uses('fails')] },
      { say: [thinking, uses('echo', { word: 'more' })], when: { results: ['ünter', 'disk full'] } },
      { say: [words('Done.')], when: { results: ['more'] } },
      { say: [words('You are welcome.')] },
    ]);
    const ledger = MemoryLedger.withPrompt('go');
    const options = { model: modelAt(stub, wire), tools: [echo, fails], more: clock };
    expect(await runOn(ledger, options)).toEqual({ ended: 'completed' });
    ledger.say('Thanks.');
    expect(await runOn(ledger, options)).toEqual({ ended: 'completed' });
    expect(outcomes(ledger).map((one) => one.split(' ')[1])).toEqual(['done', 'failed', 'done']);
    expectAccepted(stub);
    expect(ledger.state.anomalies.count).toBe(0);
  });

  test.each(PASSING_FAULTS)(
    'after the fault $kind the request is made again, and what was half said counts for nothing',
    async (fault) => {
      let ran = 0;
      const counts = tool('counts', () => {
        ran += 1;
        return textValue('counted');
      });
      const stub = await stubWith([
        { say: [words('I try.'), uses('counts')], fault },
        { say: [words('Again.'), uses('counts')] },
        { say: [words('Half a')], fault },
        { say: [words('All of it.')], when: { results: ['counted'] } },
      ]);
      const ledger = MemoryLedger.withPrompt('go');
      const options = { model: modelAt(stub, wire), tools: [counts], limits: quick, more: clock };
      expect(await runOn(ledger, options)).toEqual({ ended: 'completed' });
      expect(ran).toBe(1);
      expect(ledger.of('agent.step.completed').filter(({ discarded }) => discarded === true)).toHaveLength(2);
      expectAccepted(stub);
    },
  );

  test('deltas cut at any byte, with pings and mixed line ends, are the same words and the same call', async () => {
    const delivery = { seed: 7, pings: true, lineEnds: 'mixed' } as const;
    const stub = await stubWith([
      { say: [words('Grüße 🌍'), uses('echo', { word: '🔧' })], delivery },
      { say: [words('fin')], delivery, when: { results: ['🔧'] } },
    ]);
    const ledger = MemoryLedger.withPrompt('go');
    await runOn(ledger, { model: modelAt(stub, wire), tools: [echo], more: clock });
    const said = ledger.of('agent.text.delta').map(({ text }) => text);
    expect(said.join('')).toBe('Grüße 🌍fin');
    expectAccepted(stub);
  });

  test('overflow in the middle of a run: the history is summarised, and the run goes on', async () => {
    const big = tool('big', ({ word }) => textValue(`${word} ${'lorem ipsum '.repeat(500)}`), { safe: true });
    const turns = [1, 2, 3, 4, 5, 6].map((n): Turn => ({ say: [uses('big', { word: `part ${n}` })] }));
    const stub = await stubWith(
      [...turns, ...Array.from({ length: 6 }, (): Turn => ({ say: [words('It is the summary.')] }))],
      {
        contextTokens: 7000,
      },
    );
    const ledger = MemoryLedger.withPrompt('go');
    const options = { model: modelAt(stub, wire), tools: [big], limits: quick, more: clock };
    expect(await runOn(ledger, options)).toEqual({ ended: 'completed' });
    expect(ledger.of('context.compacted').length).toBeGreaterThan(0);
    const overflows = ledger.of('agent.step.completed').filter(({ finish_reason: why }) => why === 'overflow');
    expect(overflows.length).toBeGreaterThan(0);
    expect(stub.journal.refused).toHaveLength(overflows.length);
  });

  test('the last words at a limit: no tools, a history full of calls, and nothing is refused', async () => {
    const stub = await stubWith([
      { say: [thinking, uses('echo', { word: 'a' })] },
      { say: [thinking, words('That is all so far.')] },
      { say: [thinking, words('And on.')] },
    ]);
    const ledger = MemoryLedger.withPrompt('go');
    const options = { model: modelAt(stub, wire), tools: [echo], limits: { steps: 1 }, more: clock };
    expect(await runOn(ledger, options)).toEqual({ ended: 'completed' });
    ledger.say('go on');
    await runOn(ledger, options);
    expectAccepted(stub);
  });

  test('a tool that is removed in the middle of a thread: its calls stay in the history, a new one is refused in words', async () => {
    const stub = await stubWith([
      { say: [uses('echo', { word: 'a' })] },
      { say: [words('ok')] },
      { say: [uses('echo', { word: 'b' })] },
      { say: [words('fine')], when: { results: ['There is no tool'] } },
    ]);
    const ledger = MemoryLedger.withPrompt('go');
    await runOn(ledger, { model: modelAt(stub, wire), tools: [echo, fails], more: clock });
    ledger.say('again');
    await runOn(ledger, { model: modelAt(stub, wire), tools: [fails], more: clock });
    expect(outcomes(ledger).map((one) => one.split(' ')[1])).toEqual(['done', 'failed']);
    expectAccepted(stub);
  });

  test('stop while the model hangs, while a tool runs, while a person is awaited: all of it ends, and the thread goes on', async () => {
    for (const phase of ['model', 'tool', 'person'] as const) {
      const stub = await stubWith([
        phase === 'model' ? { say: [words('I')], fault: { kind: 'hang', afterFrames: 2 } } : { say: [uses('slow')] },
        { say: [words('here again')] },
      ]);
      const controller = new AbortController();
      const ledger = MemoryLedger.withPrompt('go');
      const slow = tool(
        'slow',
        (_, { signal }) => new Promise((done) => signal.addEventListener('abort', () => done(textValue('cut')))),
      );
      const when = { model: 'agent.step.started', tool: 'agent.tool.started', person: 'agent.status' }[phase];
      ledger.when(
        (event) =>
          event.type === when && (phase !== 'person' || ('status' in event && event.status === 'awaiting_user')),
        () => setTimeout(() => controller.abort(), 30),
      );
      const policy = policyByTool({ slow: phase === 'person' ? 'ask' : 'allow' }, 'allow');
      const options = { model: modelAt(stub, wire), tools: [slow], policy, more: clock };
      const first = await runOn(ledger, { ...options, signal: controller.signal });
      if (first.ended === 'awaiting_user') {
        ledger.add({ type: 'run.stop.requested' });
        expect(await runOn(ledger, options)).toEqual({ ended: 'cancelled' });
      } else expect(first).toEqual({ ended: 'cancelled' });
      expect(ledger.state.calls.open.size).toBe(0);
      ledger.say('hello?');
      expect(await runOn(ledger, options)).toEqual({ ended: 'completed' });
      expect(stub.journal.refused).toEqual([]);
    }
  });

  test('[L6] killed at any event in front of a real provider: recovered, the next request is accepted', async () => {
    const turns: readonly Turn[] = [{ say: [thinking, words('I act.'), uses('acts')] }, { say: [words('Done.')] }];
    const length = await (async () => {
      const stub = await stubWith(turns);
      const whole = MemoryLedger.withPrompt('go');
      await runOn(whole, { model: modelAt(stub, wire), tools: [tool('acts', () => textValue('ok'))], more: clock });
      return whole.events.length;
    })();
    for (let dies = 3; dies < length; dies += 1) {
      let effects = 0;
      const acts = tool('acts', () => {
        effects += 1;
        return textValue('ok');
      });
      const stub = await stubWith([...turns, ...turns]);
      const ledger = MemoryLedger.withPrompt('go');
      const options = { model: modelAt(stub, wire), tools: [acts], limits: quick, more: clock };
      await expect(runOn(ledger, { ...options, append: ledger.append(dies) })).rejects.toBeInstanceOf(Crash);
      ledger.add(...recoverRun(ledger.state));
      stub.script(
        ledger.state.calls.byPlace.size > 0 && outcomes(ledger).some((one) => one.startsWith('c'))
          ? turns.slice(1)
          : turns,
      );
      expect(await runOn(ledger, options)).toEqual({ ended: 'completed' });
      expect(effects).toBeLessThanOrEqual(1);
      expect(stub.journal.refused).toEqual([]);
    }
  });

  test('a child agent: its own conversation with the same provider, its answer as a result', async () => {
    const stub = await stubWith([
      { say: [uses('run_agent', { task: 'count' })] },
      { say: [uses('echo', { word: 'three' })] },
      { say: [words('There are three.')], when: { results: ['three'] } },
      { say: [words('Three.')], when: { results: ['There are three.'] } },
    ]);
    const ledger = MemoryLedger.withPrompt('go');
    expect(await runOn(ledger, { model: modelAt(stub, wire), tools: [echo, runAgentTool], more: clock })).toEqual({
      ended: 'completed',
    });
    expect(stub.journal.refused).toEqual([]);
    expect(stub.left).toBe(0);
  });

  test('arguments with a schema that fails come back as words, and the corrected call runs', async () => {
    const strict = defineTool({
      name: 'strict',
      description: 'Counts.',
      input: z.object({ count: z.number() }),
      execute: ({ count }) => textValue(`counted to ${count}`),
    });
    const stub = await stubWith([
      { say: [{ type: 'call', name: 'strict', arguments: '{"count": "three"}' }] },
      { say: [uses('strict', { count: 3 })], when: { results: ['do not fit'] } },
      { say: [words('ok')], when: { results: ['counted to 3'] } },
    ]);
    const ledger = MemoryLedger.withPrompt('go');
    await runOn(ledger, { model: modelAt(stub, wire), tools: [strict], more: clock });
    expectAccepted(stub);
  });
});

test('the provider is switched in the middle of a thread, there and back: every request is accepted', async () => {
  const stub = await stubWith([
    { say: [thinking, uses('echo', { word: 'a' })] },
    { say: [thinking, words('one')] },
    { say: [thinking, uses('echo', { word: 'b' }), uses('fails')] },
    { say: [words('two')] },
    { say: [thinking, uses('echo', { word: 'c' })] },
    { say: [words('three')] },
    { say: [words('four')] },
  ]);
  const ledger = MemoryLedger.withPrompt('go');
  const order: readonly Wire[] = ['anthropic', 'openai-chat', 'anthropic', 'openai-responses'];
  for (const wire of order) {
    const more: Partial<Equipment> = clock;
    expect(await runOn(ledger, { model: modelAt(stub, wire), tools: [echo, fails], more })).toEqual({
      ended: 'completed',
    });
    ledger.say('go on');
  }
  expect(stub.journal.refused).toEqual([]);
  expect(stub.left).toBe(0);
  expect(ledger.of('agent.configured').map(({ api }) => api).length).toBe(4);
  expect([...ledger.state.calls.byPlace.entries()].map(([, one]) => callStatus(one)).sort()).toEqual([
    'done',
    'done',
    'done',
    'failed',
  ]);
  expect(statuses(ledger).filter((status) => status === 'failed')).toEqual([]);
});
