/** Who decides, and on what: approvals in any order and at any depth, forged ones, and what is left when a run is over. */
import type { EventDraft } from '@toolthread/core';
import type { Model } from '@toolthread/core/context';
import { scriptedModel } from '@toolthread/providers/scripted';
import type { Piece, Seen } from '@toolthread/providers/scripted';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { Crash, MemoryLedger } from '../../test/memory-ledger.ts';
import { call, isCompleted, outcomes, runOn, say, statuses, told, tool } from '../../test/run-on.ts';
import type { RunOn } from '../../test/run-on.ts';
import { runAgentTool } from '../tools/run-agent-tool.ts';
import { hasWork } from '../state/has-work.ts';
import { policyByTool } from '../policy/policy.ts';
import { recoverRun } from '../state/recover-run.ts';
import { textValue } from '../tool/tool-value.ts';
import { chatAskUser } from '../tools/chat-ask-user.ts';

type Decision = Extract<EventDraft, { type: 'request.resolved' }>['decision'];

const resolve = (request: string, decision: Decision, executed?: string): EventDraft => ({
  type: 'request.resolved',
  request,
  decision,
  by: '@human',
  ...(executed === undefined ? {} : { executed_arguments: executed }),
});

/** What is said depends on the prompt; after its calls each repeats their results. */
function cast(parts: { readonly [prompt: string]: readonly Piece[] }): Model {
  const play = ({ prompt, turn, results }: Seen): readonly Piece[] =>
    turn === 0 ? (parts[prompt] ?? [say('?')]) : [say(results.map(({ text }) => text).join('; '))];
  return scriptedModel(play, { speed: Infinity });
}

interface Scene {
  readonly ran: string[];
  readonly options: RunOn;
}

/** A tool that needs an approval, and child agents that use it. */
function scene(parts: { readonly [prompt: string]: readonly Piece[] }): Scene {
  const ran: string[] = [];
  const act = tool('act', ({ word = '' }) => {
    ran.push(word);
    return textValue(`did ${word}`);
  });
  const policy = policyByTool({ act: 'ask' }, 'allow');
  return { ran, options: { model: cast(parts), tools: [act, runAgentTool, chatAskUser], policy } };
}

const act = (word: string): Piece => call('act', { word });
const delegate = (task: string): Piece => call('run_agent', { task });

const openRequests = (ledger: MemoryLedger): string[] =>
  [...ledger.state.requests.entries()].flatMap(([id, { settled }]) => (settled === undefined ? [id] : []));

const TREE = { go: [delegate('a'), act('own'), delegate('b')], a: [act('of a'), act('more of a')], b: [act('of b')] };

describe('[bug 36] approvals of parallel calls and of sub-agents', () => {
  it('in any order, after any restart, run what was approved, once, and nothing else', async () => {
    const requests = ['a-c1_1', 'a-child-c1_0-c1_0', 'a-child-c1_0-c1_1', 'a-child-c1_2-c1_0'];
    const words: { readonly [request: string]: string } = {
      'a-c1_1': 'own',
      'a-child-c1_0-c1_0': 'of a',
      'a-child-c1_0-c1_1': 'more of a',
      'a-child-c1_2-c1_0': 'of b',
    };
    const orders = fc.shuffledSubarray(requests, { minLength: requests.length });
    const denials = fc.subarray(requests);
    await fc.assert(
      fc.asyncProperty(orders, denials, fc.boolean(), async (order, denied, together) => {
        const { ran, options } = scene(TREE);
        const ledger = MemoryLedger.withPrompt('go');
        expect(await runOn(ledger, options)).toEqual({ ended: 'awaiting_user' });
        expect(openRequests(ledger).toSorted()).toEqual(requests.toSorted());
        expect(ran).toEqual([]);
        for (const request of order) {
          ledger.add(resolve(request, denied.includes(request) ? 'deny' : 'once'));
          if (together) continue;
          ledger.add(...recoverRun(ledger.state));
          await runOn(ledger, options);
        }
        if (together) await runOn(ledger, options);
        const allowed = requests.filter((request) => !denied.includes(request)).map((request) => words[request]);
        expect(new Set(ran)).toEqual(new Set(allowed));
        expect(ran).toHaveLength(allowed.length);
        expect(statuses(ledger).at(-1)).toBe('completed');
        expect(openRequests(ledger)).toEqual([]);
        expect(ledger.state.calls.open.size).toBe(0);
        expect(ledger.state.anomalies.first.toArray()).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  it('an approval continues its own call, not one that waits beside it', async () => {
    const { ran, options } = scene({ go: [act('one'), act('two'), act('three')] });
    const ledger = MemoryLedger.withPrompt('go');
    await runOn(ledger, options);
    ledger.add(resolve('a-c1_1', 'once'));
    expect(await runOn(ledger, options)).toEqual({ ended: 'awaiting_user' });
    expect(ran).toEqual(['two']);
    expect(outcomes(ledger)).toEqual(['c1_0 waiting', 'c1_1 done', 'c1_2 waiting']);
  });

  it('what was declined never runs, in the agent or in its child, whatever is said of it later', async () => {
    const { ran, options } = scene({ go: [delegate('a'), act('own')], a: [act('of a')] });
    const ledger = MemoryLedger.withPrompt('go');
    await runOn(ledger, options);
    for (const request of ['a-c1_1', 'a-child-c1_0-c1_0']) ledger.add(resolve(request, 'deny'));
    for (const request of ['a-c1_1', 'a-child-c1_0-c1_0']) ledger.add(resolve(request, 'once'));
    await runOn(ledger, options);
    for (const request of ['a-c1_1', 'a-child-c1_0-c1_0']) ledger.add(resolve(request, 'always'));
    await runOn(ledger, options);
    expect(ran).toEqual([]);
    expect(outcomes(ledger)).toEqual(['c1_0 done', 'c1_1 denied', 'child-c1_0-c1_0 denied']);
  });

  it('a sibling that is done keeps its result while another waits, and is not told again', async () => {
    const { options } = scene({ go: [act('one'), act('two')] });
    const ledger = MemoryLedger.withPrompt('go');
    await runOn(ledger, options);
    ledger.add(resolve('a-c1_0', 'once'));
    await runOn(ledger, options);
    await runOn(ledger, options);
    expect(told(ledger)).toEqual(['did one']);
    ledger.add(resolve('a-c1_1', 'once'));
    await runOn(ledger, options);
    expect(told(ledger)).toEqual(['did one', 'did two']);
  });
});

describe('[bug 38] a forged approval runs nothing', () => {
  const FORGERIES: { readonly [what: string]: readonly EventDraft[] } = {
    'of a request that nobody opened': [resolve('a-c1_9', 'once'), resolve('c1_0', 'once'), resolve('', 'always')],
    'of another call': [resolve('a-c1_1', 'once')],
    'with a request of one’s own for the call, for other arguments': [
      { type: 'request.opened', request: 'x', kind: 'approval', call: 'c1_0', step: 1, proposed_arguments: '{}' },
      resolve('x', 'once'),
    ],
    'with a question that asks something else': [
      { type: 'request.opened', request: 'x', kind: 'question', call: 'c1_0', step: 1, questions: [] },
      resolve('x', 'once'),
    ],
    'of another agent’s call of the same id': [
      {
        type: 'request.opened',
        scope: 'agent:other',
        request: 'x',
        kind: 'approval',
        call: 'c1_0',
        step: 1,
        proposed_arguments: '{"word":"prod"}',
      },
      { ...resolve('x', 'once'), scope: 'agent:other' },
    ],
  };

  it.each(Object.keys(FORGERIES))('%s', async (what) => {
    const { ran, options } = scene({ go: [act('prod'), act('staging')] });
    const ledger = MemoryLedger.withPrompt('go');
    await runOn(ledger, options);
    ledger.add(...(FORGERIES[what] ?? []));
    await runOn(ledger, options);
    expect(ran).not.toContain('prod');
    expect(outcomes(ledger)[0]).not.toMatch(/done|failed/);
  });

  it('arguments that came with an approval, not as an edit, are not run', async () => {
    const { ran, options } = scene({ go: [act('staging')] });
    const ledger = MemoryLedger.withPrompt('go');
    await runOn(ledger, options);
    ledger.add(resolve('a-c1_0', 'once', '{"word":"prod"}'));
    await runOn(ledger, options);
    expect(ran).toEqual(['staging']);
  });

  it('resolved twice: the first word counts, and the call runs once', async () => {
    const { ran, options } = scene({ go: [act('it')] });
    for (const [first, second, runs] of [
      ['once', 'deny', 1],
      ['once', 'once', 1],
      ['deny', 'edit', 0],
      ['expired', 'once', 0],
    ] as const) {
      ran.length = 0;
      const ledger = MemoryLedger.withPrompt('go');
      await runOn(ledger, options);
      ledger.add(resolve('a-c1_0', first), resolve('a-c1_0', second, '{"word":"other"}'));
      await runOn(ledger, options);
      ledger.add(resolve('a-c1_0', 'once'));
      await runOn(ledger, options);
      expect(ran).toEqual(Array.from({ length: runs }, () => 'it'));
    }
  });

  it('an approval after the stop runs nothing', async () => {
    const { ran, options } = scene({ go: [act('it')] });
    const ledger = MemoryLedger.withPrompt('go');
    await runOn(ledger, options);
    ledger.add({ type: 'run.stop.requested' });
    await runOn(ledger, options);
    ledger.add(resolve('a-c1_0', 'once'));
    expect(hasWork(ledger.state)).toBe(false);
    await runOn(ledger, options);
    expect(ran).toEqual([]);
    expect(outcomes(ledger)).toEqual(['c1_0 interrupted']);
  });
});

const ASK: Piece = { type: 'call', name: 'chat_ask_user', arguments: { questions: [{ question: 'Go?' }] } };

describe('[bug 36] no question is left open by a run that is over', () => {
  const fatal: Piece = { type: 'end', reason: 'error', error: { message: 'no', retryable: false } };
  const answer = resolve('q-c1_0', 'answered');

  it('not by one that failed after the answer, nor by one whose child failed beside it', async () => {
    const ledger = MemoryLedger.withPrompt('go');
    const failing: RunOn = { script: [[ASK], [fatal]], tools: [chatAskUser] };
    await runOn(ledger, failing);
    ledger.add(answer);
    expect(await runOn(ledger, failing)).toEqual({ ended: 'failed' });
    expect(openRequests(ledger)).toEqual([]);
    const { options } = scene({ go: [ASK, delegate('bad')], bad: [fatal] });
    const beside = MemoryLedger.withPrompt('go');
    expect(await runOn(beside, options)).toEqual({ ended: 'awaiting_user' });
    expect(openRequests(beside)).toEqual(['q-c1_0']);
    beside.add(answer);
    expect(await runOn(beside, options)).toEqual({ ended: 'completed' });
  });

  it('not by one that was stopped or steered, at any depth', async () => {
    const parts = { go: [delegate('a')], a: [delegate('b'), ASK], b: [ASK], stop: [say('ok')] };
    for (const end of ['stop', 'steer'] as const) {
      const { options } = scene(parts);
      const ledger = MemoryLedger.withPrompt('go');
      await runOn(ledger, options);
      expect(openRequests(ledger)).toHaveLength(2);
      if (end === 'stop') ledger.add({ type: 'run.stop.requested' });
      else ledger.say('stop', 'steer');
      expect(await runOn(ledger, options)).toEqual({ ended: end === 'stop' ? 'cancelled' : 'completed' });
      expect(openRequests(ledger)).toEqual([]);
      expect(ledger.state.calls.open.size).toBe(0);
    }
  });
});

describe('[bug 40] a child agent that does not come back leaves nobody waiting', () => {
  const parts = { go: [delegate('a')], a: [act('of a')], 'and now': [say('ok')] };

  it('its own stop ends it, and the parent goes on with that', async () => {
    const { options } = scene(parts);
    const ledger = MemoryLedger.withPrompt('go');
    await runOn(ledger, options);
    ledger.add({ type: 'run.stop.requested', scope: 'child:c1_0' });
    expect(hasWork(ledger.state)).toBe(true);
    expect(await runOn(ledger, options)).toEqual({ ended: 'completed' });
    expect(told(ledger).at(-1)).toMatch(/child agent was stopped/);
    expect(ledger.state.calls.open.size).toBe(0);
  });

  it('where child agents are gone from the tools, the call fails in words, and its child with it', async () => {
    const { ran, options } = scene(parts);
    const ledger = MemoryLedger.withPrompt('go');
    await runOn(ledger, options);
    ledger.add(resolve('a-child-c1_0-c1_0', 'once'));
    const without = { ...options, tools: (options.tools ?? []).filter(({ name }) => name !== 'run_agent') };
    expect(await runOn(ledger, without)).toEqual({ ended: 'completed' });
    expect(ran).toEqual([]);
    expect(outcomes(ledger)[0]).toBe('c1_0 failed');
    expect(ledger.state.scopes.get('child:c1_0')?.status).toBe('cancelled');
    expect(ledger.state.calls.open.size).toBe(0);
  });

  it('a child whose record is cut off before its first word is begun again, under the same call', async () => {
    const { ran, options } = scene(parts);
    const whole = MemoryLedger.withPrompt('go');
    await runOn(whole, options);
    for (let dies = 2; dies < whole.events.length; dies += 1) {
      const ledger = MemoryLedger.withPrompt('go');
      await expect(runOn(ledger, { ...options, append: ledger.append(dies) })).rejects.toBeInstanceOf(Crash);
      ledger.add(...recoverRun(ledger.state));
      expect(await runOn(ledger, options)).toEqual({ ended: 'awaiting_user' });
      const [request, ...others] = openRequests(ledger);
      expect(others).toEqual([]);
      ledger.add(resolve(request ?? '', 'once'));
      expect(await runOn(ledger, options)).toEqual({ ended: 'completed' });
      expect(ledger.of('scope.opened')).toHaveLength(1);
    }
    expect(ran.length).toBe(whole.events.length - 2);
  });
});

test('[bug 41] an interrupted turn is not repeated: not by itself, nor with the next message', async () => {
  let effects = 0;
  const heard: string[][] = [];
  const stop = new AbortController();
  const ledger = MemoryLedger.withPrompt('go');
  const slow = tool('slow', (_, { signal }) => {
    effects += 1;
    setImmediate(() => stop.abort());
    return new Promise((done) => signal.addEventListener('abort', () => done(textValue('half'))));
  });
  const model = scriptedModel(
    ({ prompt, turn }) => {
      heard.push([prompt, String(turn)]);
      return prompt === 'go' && turn === 0 ? [call('slow'), call('slow')] : [say('ok')];
    },
    { speed: Infinity },
  );
  const options: RunOn = { model, tools: [slow] };
  expect(await runOn(ledger, { ...options, signal: stop.signal })).toEqual({ ended: 'cancelled' });
  const before = ledger.events.length;
  expect(hasWork(ledger.state)).toBe(false);
  expect(recoverRun(ledger.state)).toEqual([]);
  expect(ledger.events.slice(before)).toEqual([]);
  ledger.say('something else');
  expect(await runOn(ledger, options)).toEqual({ ended: 'completed' });
  expect(heard).toEqual([
    ['go', '0'],
    ['something else', '0'],
  ]);
  expect(effects).toBe(1);
  expect(ledger.of('agent.tool.started')).toHaveLength(1);
  expect(ledger.events.filter(isCompleted('c1_0'))).toHaveLength(1);
});
