import type { EventDraft, RunStatus } from '@toolthread/core';
import { expect, test } from 'vitest';
import { MemoryLedger } from '../../test/memory-ledger.ts';
import { runOn, say, statuses } from '../../test/run-on.ts';
import { isAskedToGoOn } from './is-asked-to-go-on.ts';

const queued = (before: RunStatus): EventDraft => ({
  type: 'agent.status',
  status: 'queued',
  previous_status: before,
  run: 'r9',
});

/** One turn is over. */
async function answered(): Promise<MemoryLedger> {
  const ledger = MemoryLedger.withPrompt('first');
  await runOn(ledger, { script: [[say('done')]] });
  return ledger;
}

const asks = (ledger: MemoryLedger): boolean => isAskedToGoOn(ledger.state, undefined);

test('somebody asked the run to go on', async () => {
  const ledger = await answered();
  expect(asks(ledger)).toBe(false);
  ledger.add(queued('completed'));
  expect(asks(ledger)).toBe(true);
  ledger.add({ type: 'agent.status', status: 'running' });
  expect(asks(ledger)).toBe(true);
  // A crash, and others are at work after it.
  ledger.add(queued('running'));
  expect(asks(ledger)).toBe(true);
});

test('a run that is queued because somebody spoke was not asked to go on, and what was taken back asks for nothing', async () => {
  const ledger = await answered();
  ledger.say('second');
  const message = ledger.state.seq;
  ledger.add(queued('completed'));
  expect(asks(ledger)).toBe(false);
  ledger.add({ type: 'message.changed', message, parts: [] });
  expect(asks(ledger)).toBe(false);
  const steps = ledger.of('agent.step.started').length;
  expect(await runOn(ledger, { script: [[say('never')]] })).toEqual({ ended: 'completed' });
  expect(ledger.of('agent.step.started')).toHaveLength(steps);
});

test('what was taken back before somebody asked the run to go on is no reason not to', async () => {
  const ledger = await answered();
  ledger.say('second');
  ledger.add({ type: 'message.changed', message: ledger.state.seq, parts: [] });
  ledger.add(queued('completed'));
  expect(asks(ledger)).toBe(true);
});

test('a run that was cut off after its last words, and waited for its turn, says nothing more', async () => {
  const ledger = MemoryLedger.withPrompt('first');
  ledger.add({ type: 'agent.status', status: 'running', run: 'r1' });
  ledger.add({ type: 'agent.step.started', step: 1, built_from: ledger.state.seq });
  ledger.add({ type: 'agent.text.delta', step: 1, part: 0, offset: 0, text: 'done' });
  ledger.add({ type: 'agent.step.completed', step: 1, finish_reason: 'stop' });
  ledger.add(queued('running'));
  expect(asks(ledger)).toBe(false);
  expect(await runOn(ledger, { script: [[say('never')]] })).toEqual({ ended: 'completed' });
  expect(ledger.of('agent.step.started')).toHaveLength(1);
  expect(statuses(ledger)).toEqual(['running', 'queued', 'running', 'completed']);
});
