import { completionMessages, contextFill, estimateTokens, usedTokens } from '@toolthread/core/context';
import type { Model, ModelEvent, ModelRequest } from '@toolthread/core/context';
import { problemsOf } from '@toolthread/core/testing';
import { scriptedModel } from '@toolthread/providers/scripted';
import type { Turn } from '@toolthread/providers/scripted';
import { expect, test } from 'vitest';
import { MemoryLedger } from '../../test/memory-ledger.ts';
import { call, runOn, say, tool } from '../../test/run-on.ts';
import { VirtualClock } from '../../test/virtual-clock.ts';
import { policyByTool } from '../policy/policy.ts';
import { textValue } from '../tool/tool-value.ts';
import { compactThread } from './compact-thread.ts';

const big = tool('big', ({ word }) => textValue(`${word} ${'x'.repeat(8000)}`), { safe: true });

interface Window {
  readonly contextTokens?: number;
  /** Refuses requests of more characters. */
  readonly refuses?: number;
  readonly summary?: Turn;
}

/** Looks at ten big things, one a turn, and counts by what it is given. */
function reader({ contextTokens, refuses = Infinity, summary = [say('All is well so far.')] }: Window): {
  model: Model;
  seen: ModelRequest[];
} {
  const seen: ModelRequest[] = [];
  let turn = 0;
  const model: Model = {
    provider: 'test',
    api: 'test',
    model: 'test',
    ...(contextTokens === undefined ? {} : { contextTokens }),
    stream: (request, signal) => {
      seen.push(request);
      const size = JSON.stringify(request.messages).length;
      if (request.system?.startsWith('You summarise') === true)
        return scriptedModel(() => summary, { speed: Infinity }).stream(request, signal);
      const overflow: Turn = [{ type: 'end', reason: 'overflow', error: { message: 'too long' } }];
      turn += size > refuses ? 0 : 1;
      const next: Turn = turn > 10 ? [say('All ten.')] : [call('big', { word: `thing ${turn}` })];
      return scriptedModel(() => (size > refuses ? overflow : next), { speed: Infinity }).stream(request, signal);
    },
  };
  return { model, seen };
}

test('a context that gets full is summarised before the request, and the run goes on', async () => {
  const ledger = MemoryLedger.withPrompt('go');
  const { model, seen } = reader({ contextTokens: 12_000 });
  expect(await runOn(ledger, { model, tools: [big], limits: { replyTokens: 1000 } })).toEqual({ ended: 'completed' });
  const compactions = ledger.of('context.compacted');
  expect(compactions.length).toBeGreaterThan(0);
  for (const { tokens_before: before = 0, tokens_after: after = Infinity } of compactions) {
    expect(after).toBeLessThan(before);
  }
  expect(Math.max(...seen.map(({ messages }) => estimateTokens(messages)))).toBeLessThan(12_000);
  expect(problemsOf(completionMessages(ledger.state))).toEqual([]);
  expect(completionMessages(ledger.state)[0]?.content).toContain('All is well so far.');
});

test('the provider’s own overflow error is answered with a summary, whether or not the window is known', async () => {
  const ledger = MemoryLedger.withPrompt('go');
  const { model, seen } = reader({ refuses: 40_000 });
  expect(await runOn(ledger, { model, tools: [big] })).toEqual({ ended: 'completed' });
  expect(ledger.of('context.compacted').length).toBeGreaterThan(0);
  expect(ledger.of('agent.step.completed').filter(({ discarded }) => discarded === true).length).toBeGreaterThan(0);
  const asked = seen.filter(({ system }) => system?.startsWith('You summarise') === true);
  expect(asked.every(({ messages, tools }) => messages.length === 1 && tools.length === 0)).toBe(true);
});

test('no endless loop: what is still too long after its summary ends the run, with the reason', async () => {
  const ledger = MemoryLedger.withPrompt('go');
  ledger.add(
    { type: 'agent.step.started', step: 1, run: 'r0' },
    { type: 'agent.part.completed', step: 1, part: 0, kind: 'text', text: 'hello' },
    { type: 'agent.step.completed', step: 1, finish_reason: 'stop' },
  );
  ledger.say('x'.repeat(50_000));
  const { model } = reader({ refuses: 1000 });
  expect(await runOn(ledger, { model, tools: [big] })).toEqual({ ended: 'failed' });
  expect(ledger.of('context.compacted').length).toBeLessThanOrEqual(1);
  expect(ledger.of('agent.continuation').at(-1)).toMatchObject({ stop_reason: 'token_limit', resolved_by: 'errors' });
  expect(ledger.of('agent.status').at(-1)).toMatchObject({ status: 'failed', error_message: 'too long' });
});

test('a summary that fails costs the run nothing that it had', async () => {
  const ledger = MemoryLedger.withPrompt('go');
  const summary: Turn = [{ type: 'end', reason: 'error', error: { message: 'no' } }];
  const { model } = reader({ contextTokens: 12_000, summary });
  expect(await runOn(ledger, { model, tools: [big], limits: { replyTokens: 1000 } })).toEqual({ ended: 'completed' });
  expect(ledger.of('context.compacted')).toEqual([]);
  expect(completionMessages(ledger.state).at(-1)?.content).toBe('All ten.');
});

test('nothing that the summary does not stand for is lost: words that overtook a request stay', async () => {
  const ledger = MemoryLedger.withPrompt('x'.repeat(30_000));
  ledger.add({ type: 'agent.status', status: 'completed' });
  ledger.say('overtaking', 'followUp');
  ledger.add(
    { type: 'agent.step.started', step: 1, run: 'r0', built_from: 3 },
    { type: 'agent.part.completed', step: 1, part: 0, kind: 'text', text: 'y'.repeat(8000) },
    { type: 'agent.step.completed', step: 1, finish_reason: 'stop' },
  );
  const { model } = reader({ refuses: 20_000 });
  await runOn(ledger, { model, tools: [big], limits: { steps: 1 } });
  expect(ledger.of('context.compacted')).toHaveLength(1);
  expect(JSON.stringify(completionMessages(ledger.state))).toContain('overtaking');
});

test('what a summary took is spent like everything else', async () => {
  const ledger = MemoryLedger.withPrompt('go');
  const { model } = reader({ contextTokens: 12_000 });
  await runOn(ledger, { model, tools: [big], limits: { replyTokens: 1000 } });
  const summaries = ledger.of('context.compacted').map(({ usage }) => (usage === undefined ? 0 : usedTokens(usage)));
  expect(Math.min(...summaries)).toBeGreaterThan(0);
  const steps = ledger.of('agent.step.completed').map(({ usage }) => (usage === undefined ? 0 : usedTokens(usage)));
  const spent = [...summaries, ...steps].reduce((sum, tokens) => sum + tokens, 0);
  const told = ledger
    .of('agent.continuation')
    .at(-1)
    ?.evaluations?.find(({ criterion }) => criterion === 'tokens');
  expect(told?.reason).toBe(`${spent}, without a limit`);
});

test.each([{ contextTokens: 12_000 }, { refuses: 40_000 }])(
  'stopped while the context is summarised: no summary, no further request (%o)',
  async (window) => {
    const ledger = MemoryLedger.withPrompt('go');
    const controller = new AbortController();
    const { model, seen } = reader(window);
    const stream: Model['stream'] = (request, signal) => {
      if (request.system?.startsWith('You summarise') !== true) return model.stream(request, signal);
      controller.abort();
      seen.push(request);
      return new ReadableStream<ModelEvent>();
    };
    const options = { tools: [big], limits: { replyTokens: 1000 }, signal: controller.signal };
    expect(await runOn(ledger, { model: { ...model, stream }, ...options })).toEqual({ ended: 'cancelled' });
    expect(seen.at(-1)?.system).toContain('You summarise');
    expect(ledger.of('context.compacted')).toEqual([]);
    expect(ledger.state.calls.open.size).toBe(0);
  },
);

test('[issue 13] a person asks for it: as the loop does by itself, in a window that is nearly empty, once', async () => {
  const ledger = MemoryLedger.withPrompt('go');
  const { model, seen } = reader({ contextTokens: 1_000_000 });
  const options = { model, tools: [big], policy: policyByTool({}, 'allow') };
  await runOn(ledger, options);
  expect(ledger.of('context.compacted')).toEqual([]);
  const compact = (): ReturnType<typeof compactThread> =>
    compactThread({
      ...options,
      thread: ledger.state,
      append: ledger.append(),
      signal: new AbortController().signal,
      clock: new VirtualClock('hurrying'),
    });
  expect(await compact()).toBe('compacted');
  const [made] = ledger.of('context.compacted');
  expect(made?.tokens_after ?? Infinity).toBeLessThan((made?.tokens_before ?? 0) / 2);
  expect(problemsOf(completionMessages(ledger.state))).toEqual([]);
  expect(contextFill(ledger.state, undefined)).toEqual({ tokens: made?.tokens_after, exact: false, window: 1_000_000 });
  expect(ledger.of('agent.configured')).toHaveLength(1);
  const asked = seen.length;
  expect([await compact(), seen.length]).toEqual(['nothing', asked]);
});

test('[issue 13] asked for, and the model gives no summary: it says so, and nothing is written', async () => {
  const ledger = MemoryLedger.withPrompt('go');
  const { model } = reader({ summary: [say('')] });
  const options = { model, tools: [big], policy: policyByTool({}, 'allow'), clock: new VirtualClock('hurrying') };
  await runOn(ledger, options);
  const before = ledger.state.seq;
  const { signal } = new AbortController();
  const compacting = compactThread({ ...options, thread: ledger.state, append: ledger.append(), signal });
  expect([await compacting, ledger.state.seq]).toEqual(['no summary', before]);
});
