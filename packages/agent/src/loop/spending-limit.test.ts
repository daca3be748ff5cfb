import { completionMessages } from '@toolthread/core/context';
import type { Script } from '@toolthread/providers/scripted';
import { expect, test } from 'vitest';
import { MemoryLedger } from '../../test/memory-ledger.ts';
import { call, echo, outcomes, runOn, say, statuses } from '../../test/run-on.ts';
import { continueRun } from '../state/continue-run.ts';
import { hasWork } from '../state/has-work.ts';
import { runAgentTool } from '../tools/run-agent-tool.ts';

const USED = 'The limit of 200 tokens for today is used.';

/** This many requests are allowed, of whomever in the run. */
function allowing(requests: number): { readonly spendingProblem: () => Promise<string | undefined> } {
  let left = requests;
  return { spendingProblem: async () => ((left -= 1) < 0 ? USED : undefined) };
}

const calling: Script = ({ turn }) => [call('echo', { word: `n${turn}` })];

test('[L2] a run that may ask no more ends with the reason in words, with no call open, and goes on when it may again', async () => {
  const ledger = MemoryLedger.withPrompt('go');
  expect(await runOn(ledger, { script: calling, tools: [echo], more: allowing(2) })).toEqual({ ended: 'failed' });
  expect(outcomes(ledger)).toEqual(['c1_0 done', 'c2_0 done']);
  expect(ledger.of('agent.continuation').at(-1)).toMatchObject({
    should_continue: false,
    stop_reason: 'spending_limit',
    resolved_by: 'spending_limit',
  });
  expect(ledger.of('agent.status').at(-1)).toMatchObject({ status: 'failed', error_message: USED });
  expect([hasWork(ledger.state), ledger.state.calls.open.size, ledger.state.anomalies.count]).toEqual([false, 0, 0]);
  // Asked again on the same day, it is told again; nothing is asked of the model.
  ledger.say('and now?');
  expect(await runOn(ledger, { script: calling, more: allowing(0) })).toEqual({ ended: 'failed' });
  expect(ledger.of('agent.step.started')).toHaveLength(2);
  ledger.add(...continueRun(ledger.state));
  expect(await runOn(ledger, { script: () => [say('Both.')], more: allowing(9) })).toEqual({ ended: 'completed' });
  expect(completionMessages(ledger.state).at(-1)).toMatchObject({ role: 'assistant', content: 'Both.' });
});

test('last words and a child agent are requests like any other', async () => {
  const limited = MemoryLedger.withPrompt('go');
  const steps = { script: calling, tools: [echo], limits: { steps: 2 }, more: allowing(2) };
  expect(await runOn(limited, steps)).toEqual({ ended: 'failed' });
  expect(limited.of('agent.step.started')).toHaveLength(2);
  const parent = MemoryLedger.withPrompt('go');
  const script: Script = () => [call('run_agent', { name: 'reader', task: 'Read it.' })];
  expect(await runOn(parent, { script, tools: [runAgentTool], more: allowing(1) })).toEqual({ ended: 'failed' });
  expect(parent.of('agent.status').map(({ scope = 'own', status }) => `${scope} ${status}`)).toEqual([
    'own running',
    'child:c1_0 running',
    'child:c1_0 failed',
    'own failed',
  ]);
  expect(parent.of('agent.status').at(-1)?.error_message).toBe(USED);
});

test('a stop that comes while it is asked is told as a stop', async () => {
  const ledger = MemoryLedger.withPrompt('go');
  const stop = new AbortController();
  const spendingProblem = async (): Promise<string> => {
    stop.abort();
    return USED;
  };
  const { signal } = stop;
  expect(await runOn(ledger, { script: calling, signal, more: { spendingProblem } })).toEqual({ ended: 'cancelled' });
  expect(statuses(ledger)).toEqual(['running', 'cancelled']);
});
