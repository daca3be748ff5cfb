import type { EventDraft } from '@toolthread/core';
import { completionMessages } from '@toolthread/core/context';
import { arbitraryHistory, problemsOf } from '@toolthread/core/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MemoryLedger } from '../../test/memory-ledger.ts';
import { call, echo, outcomes, runOn, say, tool } from '../../test/run-on.ts';
import { openCalls } from '../state/open-calls.ts';
import { recoverRun } from '../state/recover-run.ts';
import { textValue } from '../tool/tool-value.ts';

test('[L2] from any prefix of any history a run comes to an end, and leaves nothing of its scope open', async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryHistory({ maxLength: 40 }), async (events) => {
      const ledger = MemoryLedger.from(events);
      if (ledger.state.life === 'closed') return;
      const refused = ledger.state.anomalies.count;
      const { ended } = await runOn(ledger, { script: [[say('Yes.')]], tools: [echo] });
      expect(['completed', 'cancelled', 'awaiting_user']).toContain(ended);
      // The ledger takes all that the run records.
      expect(ledger.state.anomalies.count).toBe(refused);
      const open = openCalls(ledger.state, undefined);
      expect(open.every(({ state }) => ended === 'awaiting_user' && state.name === 'waiting')).toBe(true);
      expect(ledger.state.scopes.get('')?.status).toBe(ended);
    }),
    { numRuns: 300 },
  );
});

test('[L6] recovery of any history says all it has to say at once', () => {
  fc.assert(
    fc.property(arbitraryHistory(), (events) => {
      const ledger = MemoryLedger.from(events);
      ledger.add(...recoverRun(ledger.state));
      expect(recoverRun(ledger.state)).toEqual([]);
    }),
    { numRuns: 300 },
  );
});

test('[L6] no call of a history that this package did not write is ever run', async () => {
  let ran = 0;
  const names = ['search_files', 'run_shell_command', 'save', 'save_file', '__proto__', 'a b/c'];
  const tools = names.map((name) =>
    tool(name, () => {
      ran += 1;
      return textValue('ran');
    }),
  );
  await fc.assert(
    fc.asyncProperty(arbitraryHistory({ maxLength: 40 }), async (events) => {
      const ledger = MemoryLedger.from(events);
      if (ledger.state.life === 'closed') return;
      await runOn(ledger, { script: [[say('Yes.')]], tools });
      expect(ran).toBe(0);
      expect(problemsOf(completionMessages(ledger.state))).toEqual([]);
    }),
    { numRuns: 200 },
  );
});

describe('[L2] a call without an id gets its own result, whatever else of its name is open', () => {
  const named = (name: string, more: { step?: number; part?: number; call?: string; runs?: 'provider' } = {}) =>
    ({ type: 'agent.tool.called', step: 1, part: 0, name, arguments: '{}', ...more }) as const;

  test.each<readonly [string, readonly EventDraft[], readonly string[]]>([
    [
      'a call that the provider runs, before it',
      [named('__proto__', { runs: 'provider' }), named('__proto__', { part: 1 })],
      ['1.0 called', '1.1 interrupted'],
    ],
    [
      'a call that the provider runs, after it',
      [named('save'), named('save', { part: 1, runs: 'provider' })],
      ['1.0 interrupted', '1.1 called'],
    ],
    [
      'one before it, one after it, and one of an earlier step',
      [
        named('save', { runs: 'provider' }),
        { type: 'agent.step.completed', step: 1, finish_reason: 'tool_calls' },
        { type: 'agent.step.started', step: 2 },
        named('save', { step: 2, runs: 'provider' }),
        named('save', { step: 2, part: 1 }),
        named('save', { step: 2, part: 2, runs: 'provider' }),
        named('save', { step: 2, part: 3 }),
      ],
      ['1.0 called', '2.0 called', '2.1 interrupted', '2.2 called', '2.3 interrupted'],
    ],
    [
      'one whose id looks like its place',
      [named('save', { call: '1.1', runs: 'provider' }), named('save', { part: 1 })],
      ['1.1 called', '1.1 interrupted'],
    ],
    [
      'one that ran when the server stopped',
      [
        named('save'),
        named('save', { part: 1 }),
        { type: 'agent.tool.started', step: 1, part: 1, name: 'save' },
        named('save', { part: 2 }),
      ],
      ['1.0 interrupted', '1.1 interrupted', '1.2 interrupted'],
    ],
  ])('%s', async (_, history, ends) => {
    const ledger = MemoryLedger.withPrompt('go');
    ledger.add({ type: 'agent.step.started', step: 1 }, ...history);
    ledger.add(...recoverRun(ledger.state));
    const { ended } = await runOn(ledger, { script: [[say('Yes.')]], tools: [echo] });
    expect(ended).toBe('completed');
    expect(outcomes(ledger)).toEqual(ends);
    expect(ledger.state.anomalies.first.toArray()).toEqual([]);
    expect(problemsOf(completionMessages(ledger.state))).toEqual([]);
  });
});

test('a ledger that does not take a result ends the run, not the machine', async () => {
  const ledger = MemoryLedger.withPrompt('go');
  const append = ledger.append();
  const { ended } = await runOn(ledger, {
    script: [[call('unknown')]],
    append: (drafts) =>
      append(drafts.map((draft) => (draft.type === 'agent.tool.completed' ? { ...draft, call: 'another' } : draft))),
  });
  expect(ended).toBe('failed');
  expect(ledger.of('agent.continuation')).toMatchObject([{ stop_reason: 'guard' }]);
});

test('a ledger that drops a result without a word ends the run, too: that breaks the contract of append', async () => {
  const ledger = MemoryLedger.withPrompt('go');
  const append = ledger.append();
  const dropping: typeof append = (drafts) => append(drafts.filter(({ type }) => type !== 'agent.tool.completed'));
  const run = runOn(ledger, { script: [[call('unknown')]], append: dropping });
  await expect(run).rejects.toThrow('the contract of Append');
});

test('a call that is done while another scope makes one is done, not stuck', async () => {
  const ledger = MemoryLedger.withPrompt('go');
  const scope = 'agent:other';
  ledger.when(
    ({ type }) => type === 'agent.tool.completed',
    () =>
      ledger.add(
        { type: 'agent.step.started', scope, step: 1, run: 'other' },
        { type: 'agent.tool.called', scope, step: 1, part: 0, call: 'o1', name: 'echo', arguments: '{}' },
      ),
  );
  expect(await runOn(ledger, { script: [[call('echo')], [say('done')]], tools: [echo] })).toEqual({
    ended: 'completed',
  });
});
