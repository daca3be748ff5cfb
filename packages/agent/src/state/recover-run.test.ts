import { foldAll } from '@toolthread/core';
import { expect, test } from 'vitest';
import { Crash, MemoryLedger } from '../../test/memory-ledger.ts';
import { call, echo, outcomes, runOn, say, statuses, tool } from '../../test/run-on.ts';
import type { RunOn } from '../../test/run-on.ts';
import { hasWork } from './has-work.ts';
import { policyByTool } from '../policy/policy.ts';
import { recoverRun } from './recover-run.ts';
import { textValue } from '../tool/tool-value.ts';

/** Counts what it did to the world, under the name of each call. */
class World {
  readonly effects = new Map<string, number>();

  options(): RunOn {
    const acts = tool('acts', async ({ word = '' }, { output }) => {
      this.effects.set(word, (this.effects.get(word) ?? 0) + 1);
      output(`did ${word}\n`);
      await new Promise((done) => setImmediate(done));
      return textValue(word);
    });
    const script = [
      [
        say('First a look, then two acts.'),
        call('echo', { word: 'look' }),
        call('acts', { word: 'one' }),
        call('acts', { word: 'two' }),
      ],
      [say('And one more.'), call('acts', { word: 'three' })],
      [say('All done.')],
    ];
    return { script, tools: [acts, echo] };
  }
}

async function runUntil(ledger: MemoryLedger, world: World, dies: number): Promise<void> {
  await expect(runOn(ledger, { ...world.options(), append: ledger.append(dies) })).rejects.toBeInstanceOf(Crash);
}

/** The ledger after a crash is told what happened, once: again it has nothing to add. */
function recover(ledger: MemoryLedger): void {
  const drafts = recoverRun(ledger.state);
  expect(JSON.stringify(recoverRun(foldAll(ledger.events)))).toBe(JSON.stringify(drafts));
  ledger.add(...drafts);
  for (let again = 0; again < 4; again += 1) expect(recoverRun(ledger.state)).toEqual([]);
}

function expectWhole(ledger: MemoryLedger, world: World): void {
  expect(Math.max(0, ...world.effects.values())).toBeLessThanOrEqual(1);
  expect(ledger.state.anomalies.first.toArray()).toEqual([]);
  expect(ledger.state.calls.open.size).toBe(0);
  expect(statuses(ledger).at(-1)).toBe('completed');
  expect(outcomes(ledger).every((one) => /done|interrupted$/.test(one))).toBe(true);
}

async function lengthOfWholeRun(): Promise<number> {
  const ledger = MemoryLedger.withPrompt('go');
  await runOn(ledger, new World().options());
  return ledger.events.length;
}

test('[L6] [B.6 2] [B.6 3] [B.6 19] killed after any event, recovered and run on: a legal prefix, an interruption, no side effect twice', async () => {
  const length = await lengthOfWholeRun();
  expect(length).toBeGreaterThan(35);
  const interruptions = new Set<string>();
  for (let dies = 2; dies < length; dies += 1) {
    const [ledger, world] = [MemoryLedger.withPrompt('go'), new World()];
    await runUntil(ledger, world, dies);
    const prefix = JSON.stringify(ledger.events);
    expect(ledger.events).toHaveLength(dies);
    recover(ledger);
    expect(hasWork(ledger.state)).toBe(true);
    expect(await runOn(ledger, world.options())).toEqual({ ended: 'completed' });
    expect(JSON.stringify(ledger.events.slice(0, dies))).toBe(prefix);
    expectWhole(ledger, world);
    for (const [id, state] of outcomes(ledger).map((one) => one.split(' '))) {
      if (state === 'interrupted' && id !== undefined) interruptions.add(id);
    }
  }
  expect([...interruptions].filter((id) => id.startsWith('c')).length).toBeGreaterThanOrEqual(4);
});

test('[L6] the loop recovers by itself, and bears to be killed again on its way', async () => {
  const length = await lengthOfWholeRun();
  for (let dies = 2; dies < length; dies += 1) {
    for (const more of [1, 2, 4, 9]) {
      const [ledger, world] = [MemoryLedger.withPrompt('go'), new World()];
      await runUntil(ledger, world, dies);
      try {
        await runOn(ledger, { ...world.options(), append: ledger.append(dies + more) });
      } catch (error) {
        expect(error).toBeInstanceOf(Crash);
      }
      if (hasWork(ledger.state)) await runOn(ledger, world.options());
      expectWhole(ledger, world);
    }
  }
});

test('[L6] [bug 36] [bug 41] a call that had started is interrupted, keeps what it had printed, and is not run again', async () => {
  let at = 1_800_000_000_000;
  const [ledger, world] = [MemoryLedger.withPrompt('go', () => (at += 1500)), new World()];
  ledger.add(
    { type: 'agent.status', status: 'running', run: 'r1' },
    { type: 'agent.step.started', step: 1, run: 'r1' },
    { type: 'agent.tool.called', step: 1, part: 0, call: 'c1_0', name: 'acts', arguments: '{"word":"one"}' },
    { type: 'agent.tool.called', step: 1, part: 1, call: 'c1_1', name: 'acts', arguments: '{"word":"two"}' },
    { type: 'agent.step.completed', step: 1, finish_reason: 'tool_calls' },
    { type: 'agent.tool.started', step: 1, call: 'c1_0' },
    { type: 'agent.tool.output.delta', step: 1, call: 'c1_0', offset: 0, text: 'half' },
    { type: 'agent.tool.retrying', step: 1, call: 'c1_0', attempt: 2, max_attempts: 3 },
  );
  expect(recoverRun(ledger.state)).toEqual([
    {
      type: 'agent.tool.completed',
      step: 1,
      call: 'c1_0',
      name: 'acts',
      outcome: 'interrupted',
      parts: [
        { type: 'text', text: 'half' },
        { type: 'text', text: expect.stringContaining('The server stopped while this ran.') },
      ],
      // Until the last thing that was recorded.
      duration_ms: 3000,
      error: expect.objectContaining({ code: 'interrupted' }),
      run: 'r1',
    },
  ]);
  await runOn(ledger, world.options());
  expect(outcomes(ledger).slice(0, 2)).toEqual(['c1_0 interrupted', 'c1_1 done']);
  expect(world.effects.get('one')).toBeUndefined();
  expect(world.effects.get('two')).toBe(1);
});

test('[L6] words that broke off are shown as discarded and asked for again', async () => {
  const ledger = MemoryLedger.withPrompt('go');
  ledger.add(
    { type: 'agent.status', status: 'running', run: 'r1' },
    { type: 'agent.step.started', step: 1, run: 'r1' },
    { type: 'agent.text.delta', step: 1, part: 0, offset: 0, text: 'Half a sen' },
    { type: 'agent.tool.input.delta', step: 1, part: 1, offset: 0, text: '{"word', name: 'acts' },
  );
  recover(ledger);
  expect(ledger.events.at(-1)).toMatchObject({
    type: 'agent.step.completed',
    finish_reason: 'aborted',
    discarded: true,
  });
  expect(ledger.state.calls.open.size).toBe(0);
  await runOn(ledger, { script: [[say('A sentence.')]] });
  expect(ledger.state.anomalies.count).toBe(0);
});

test('[L6] a question outlives any number of restarts', async () => {
  const ledger = MemoryLedger.withPrompt('go');
  const options: RunOn = {
    script: [[call('echo', { word: 'x' })], [say('ok')]],
    tools: [echo],
    policy: policyByTool({ echo: 'ask' }, 'allow'),
  };
  await runOn(ledger, options);
  const before = ledger.events.length;
  recover(ledger);
  expect(ledger.events).toHaveLength(before);
  expect(hasWork(ledger.state)).toBe(false);
  ledger.add({ type: 'request.resolved', request: 'a-c1_0', decision: 'once' });
  recover(ledger);
  expect(await runOn(ledger, options)).toEqual({ ended: 'completed' });
  expect(outcomes(ledger)).toEqual(['c1_0 done']);
});

test('a closed thread needs nothing', () => {
  const ledger = MemoryLedger.withPrompt('go');
  ledger.add(
    { type: 'agent.status', status: 'running', run: 'r1' },
    { type: 'agent.step.started', step: 1 },
    { type: 'thread.closed' },
  );
  expect(recoverRun(ledger.state)).toEqual([]);
  expect(hasWork(ledger.state)).toBe(false);
});

test('[L6] a run that lost its ledger stops its tools before it gives up', async () => {
  const ledger = MemoryLedger.withPrompt('go');
  let stopped = false;
  const waits = tool('waits', (_, { signal, output }) => {
    setTimeout(() => output('something to write'), 5);
    return new Promise((done) =>
      signal.addEventListener('abort', () => {
        stopped = true;
        done(textValue('stopped'));
      }),
    );
  });
  let started = false;
  const append = ledger.append();
  const run = runOn(ledger, {
    script: [[call('waits')]],
    tools: [waits],
    append: (drafts) => {
      if (started) return Promise.reject(new Crash('stale run'));
      started = drafts.some(({ type }) => type === 'agent.tool.started');
      return append(drafts);
    },
  });
  await expect(run).rejects.toThrow('stale run');
  expect(stopped).toBe(true);
});
