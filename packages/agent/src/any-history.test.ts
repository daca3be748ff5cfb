import { completionMessages } from '@toolthread/core';
import { arbitraryHistory, problemsOf } from '@toolthread/core/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MemoryLedger } from '../test/memory-ledger.ts';
import { call, echo, runOn, say, tool } from '../test/run-on.ts';
import { openCalls } from './open-calls.ts';
import { recoverRun } from './recover-run.ts';
import { textValue } from './tool-value.ts';

test('[L2] from any prefix of any history a run comes to an end, and leaves nothing of its scope open', async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryHistory({ maxLength: 40 }), async (events) => {
      const ledger = MemoryLedger.from(events);
      if (ledger.state.life === 'closed') return;
      const { ended } = await runOn(ledger, { script: [[say('Yes.')]], tools: [echo] });
      expect(['completed', 'cancelled', 'awaiting_user']).toContain(ended);
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

test('a ledger that does not take a result ends the run, not the machine', async () => {
  const ledger = MemoryLedger.withPrompt('go');
  const append = ledger.append();
  const { ended } = await runOn(ledger, {
    script: [[call('unknown')]],
    append: (drafts) => append(drafts.filter(({ type }) => type !== 'agent.tool.completed')),
  });
  expect(ended).toBe('failed');
  expect(ledger.of('agent.continuation')).toMatchObject([{ stop_reason: 'guard' }]);
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
