import { describe, expect, it } from 'vitest';
import { eventsOf } from '../../test/events-of.ts';
import { exampleSummary } from '../../test/example-summary.ts';
import type { EventDraft, RunStatus } from '../ledger/ledger-event.ts';
import { STOP_REASONS } from '../ledger/stop-reason.ts';
import type { StopReason } from '../ledger/stop-reason.ts';
import { foldListed, newListedThread } from './listed-thread.ts';
import { summaryOf } from './summary.ts';
import { threadCondition } from './thread-condition.ts';

describe('[issue 13] the list says of a run that was cut off that it stopped, as the thread does', () => {
  const created: EventDraft = { type: 'thread.created' };
  const session: EventDraft = { type: 'thread.created', source: { format: 'codex' }, agent: 'elsewhere' };
  const running: EventDraft = { type: 'agent.status', status: 'running' };
  const ended = (status: RunStatus): EventDraft => ({ type: 'agent.status', status, previous_status: 'running' });
  const judged = (stop_reason: StopReason): EventDraft => ({
    type: 'agent.continuation',
    should_continue: false,
    stop_reason,
    resolved_by: 'x',
  });
  const condition = (...drafts: EventDraft[]): string =>
    threadCondition(exampleSummary('t', summaryOf(eventsOf(drafts).reduce(foldListed, newListedThread('t')))), 0);
  const reasons = Object.keys(STOP_REASONS).filter((name): name is StopReason => Object.hasOwn(STOP_REASONS, name));

  it.each(reasons)('%s', (reason) => {
    const run = [running, judged(reason), ended('completed')];
    const is = reason === 'completed' ? 'done' : 'stopped';
    expect([condition(created, ...run), condition(created, ...run, { type: 'thread.closed' })]).toEqual([is, is]);
    expect(condition(session, ...run)).toBe(is);
    expect(condition(created, ...run, running, judged('completed'), ended('completed'))).toBe('done');
  });

  it('[L3] and a session whose model has only thought is not done: what comes of it is still to come', () => {
    const step: EventDraft = { type: 'agent.step.started', step: 1 };
    const part = (kind: 'reasoning' | 'text', at: number): EventDraft => ({
      type: 'agent.part.completed',
      step: 1,
      part: at,
      kind,
      text: 'Well.',
    });
    const over: EventDraft = { type: 'agent.step.completed', step: 1, finish_reason: 'stop' };
    // The events of these tests are of now, by their own clock.
    expect(condition(session, step, part('reasoning', 0))).toBe('working');
    expect(condition(session, step, part('reasoning', 0), over)).toBe('working');
    expect(condition(session, step, part('reasoning', 0), part('text', 1), over)).toBe('done');
    // A call may follow: nothing says that those words are all.
    expect(condition(session, step, part('text', 0))).toBe('working');
    expect(condition(session, step, part('text', 0), over)).toBe('done');
  });

  it('and a session that was stopped: by its own run, not by that of a child', () => {
    const step: EventDraft = { type: 'agent.step.started', step: 1 };
    const over: EventDraft = { type: 'agent.step.completed', step: 1, finish_reason: 'stop' };
    const child = { scope: 'child:c1_0' };
    expect(condition(session, step, over, ended('cancelled'))).toBe('stopped');
    for (const status of ['cancelled', 'failed'] as const)
      expect(condition(session, step, over, { ...ended(status), ...child })).toBe('done');
  });
});
