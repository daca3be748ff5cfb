/** A stop after any event of a run that does a little of everything: limits, children, questions, retries, summaries. */
import { HUMAN } from '@toolthread/core';
import { completionMessages } from '@toolthread/core/context';
import type { Model, ModelRequest } from '@toolthread/core/context';
import { problemsOf } from '@toolthread/core/testing';
import { scriptedModel } from '@toolthread/providers/scripted';
import type { Turn } from '@toolthread/providers/scripted';
import { expect, test } from 'vitest';
import { MemoryLedger } from '../../test/memory-ledger.ts';
import { call, echo, runOn, say, tool } from '../../test/run-on.ts';
import type { RunOn } from '../../test/run-on.ts';
import { runAgentTool } from '../tools/run-agent-tool.ts';
import { hasWork } from '../state/has-work.ts';
import { policyByTool } from '../policy/policy.ts';
import { errorValue, textValue } from '../tool/tool-value.ts';
import { chatAskUser } from '../tools/chat-ask-user.ts';

const flaky = tool('flaky', (_, { attempt }) => (attempt === 1 ? errorValue('not yet') : textValue('now')), {
  retry: { attempts: 2, delayMs: 10 },
});
const big = tool('big', () => textValue('x'.repeat(8000)), { safe: true });
const asks = tool('asks', async (_, { ask }) => {
  const settled = await ask({ title: 'May I?', questions: [{ question: 'May I?' }] });
  return textValue(settled?.decision ?? 'nobody');
});

const OVERFLOW: Turn = [{ type: 'end', reason: 'overflow', error: { message: 'too long' } }];
const ERROR: Turn = [say('Half'), { type: 'end', reason: 'error', error: { message: 'reset', retryable: true } }];
const SCENES: { readonly [name: string]: readonly Turn[] } = {
  tools: [[say('I look.'), call('echo', { word: 'a' }), call('flaky'), call('echo', { word: 'b' })], [say('done')]],
  failure: [ERROR, [call('echo')], ERROR, [say('done')]],
  child: [[call('run_agent', { task: 'dig' }), call('echo')], [call('flaky')], [say('dug')], [say('done')]],
  limit: [[call('echo', { word: '1' })], [call('echo', { word: '2' })], [call('echo', { word: '3' })], [say('last')]],
  loop: [[call('nope')], [call('nope')], [call('nope')], [say('done')]],
  overflow: [[call('big')], [call('big')], [call('big')], OVERFLOW, [say('All so far.')], [say('done')]],
  elicitation: [[call('asks')], [say('done')]],
  question: [[{ type: 'call', name: 'chat_ask_user', arguments: { questions: [{ question: 'Q?' }] } }], [say('done')]],
  approval: [[call('big'), call('flaky', { word: 'ask' })], [say('done')]],
};

/** What makes each of them worth stopping. */
const SHOWS: { readonly [name: string]: string } = {
  tools: 'agent.tool.retrying',
  failure: 'agent.step.completed',
  child: 'scope.opened',
  limit: 'agent.continuation',
  loop: 'request.opened',
  overflow: 'context.compacted',
  elicitation: 'request.opened',
  question: 'request.opened',
  approval: 'request.opened',
};

function inOrder(turns: readonly Turn[]): Model {
  let next = 0;
  const stream = (request: ModelRequest, signal: AbortSignal): ReturnType<Model['stream']> => {
    const turn = turns[Math.min(next, turns.length - 1)] ?? [];
    next += 1;
    return scriptedModel(() => turn, { speed: Infinity }).stream(request, signal);
  };
  return { provider: 'p', api: 'a', model: 'm', stream };
}

function optionsFor(name: string): RunOn {
  return {
    model: inOrder(SCENES[name] ?? []),
    tools: [echo, flaky, big, asks, chatAskUser, runAgentTool],
    policy: policyByTool(name === 'approval' ? { flaky: 'ask' } : {}, 'allow'),
    limits: { steps: name === 'limit' ? 3 : 20 },
  };
}

/** Whoever is asked answers at once, so that the run comes to its end in one go. */
function withAnswers(): MemoryLedger {
  const ledger = MemoryLedger.withPrompt('go');
  ledger.when(
    ({ type }) => type === 'request.opened',
    () => {
      const [request] = ledger.of('request.opened');
      const decision = request?.kind === 'approval' ? 'once' : 'answered';
      const answers = request?.questions?.map(({ question }) => ({ question, values: [], text: 'yes' }));
      const by = HUMAN;
      ledger.add({
        type: 'request.resolved',
        request: request?.request ?? '',
        decision,
        by,
        ...(answers && { answers }),
      });
    },
  );
  return ledger;
}

const stopKinds = ['by its signal', 'in the ledger'] as const;

test.each(Object.keys(SCENES).flatMap((name) => stopKinds.map((how) => [name, how] as const)))(
  'stopped after any event of a run with %s, %s: cancelled, unless it had ended, and nothing is left open',
  async (name, how) => {
    const whole = withAnswers();
    expect(await runOn(whole, optionsFor(name))).toEqual({ ended: 'completed' });
    expect(whole.types()).toContain(SHOWS[name]);
    for (let after = 3; after <= whole.events.length; after += 1) {
      const ledger = withAnswers();
      const controller = new AbortController();
      let over = false;
      ledger.when(
        ({ seq }) => seq === after,
        () => {
          // The verdict and the status are one write: who speaks in its midst speaks after it.
          const [status] = whole.of('agent.status').slice(-1);
          const [verdict] = whole.of('agent.continuation').slice(-1);
          const ends = status?.seq === (verdict?.seq ?? 0) + 1 ? verdict?.seq : status?.seq;
          over = after >= (ends ?? 0);
          if (how === 'by its signal') controller.abort();
          else ledger.add({ type: 'run.stop.requested', by: HUMAN });
        },
      );
      const { ended } = await runOn(ledger, { ...optionsFor(name), signal: controller.signal });
      const last = ledger.of('agent.status').findLast(({ scope }) => scope === undefined)?.status;
      expect([after, ended, last]).toEqual([after, over ? 'completed' : 'cancelled', over ? 'completed' : 'cancelled']);
      expect(ledger.state.calls.open.size).toBe(0);
      expect([...ledger.state.requests.entries()].filter(([, { settled }]) => settled === undefined)).toEqual([]);
      expect(problemsOf(completionMessages(ledger.state))).toEqual([]);
      expect(ledger.state.anomalies.first.toArray()).toEqual([]);
      if (how === 'by its signal') expect(hasWork(ledger.state)).toBe(false);
    }
  },
);
