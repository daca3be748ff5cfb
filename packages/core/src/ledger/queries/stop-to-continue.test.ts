import { describe, expect, test } from 'vitest';
import { eventsOf } from '../../../test/events-of.ts';
import { foldAll } from '../fold/fold.ts';
import type { EventDraft, RunStatus } from '../ledger-event.ts';
import { canContinue, STOP_REASONS } from '../stop-reason.ts';
import type { StopReason } from '../stop-reason.ts';
import { stopToContinue } from './stop-to-continue.ts';

type Whose = { readonly scope?: string; readonly run?: string };

const status = (now: RunStatus, previous_status: RunStatus, whose: Whose = {}): EventDraft => ({
  type: 'agent.status',
  status: now,
  previous_status,
  run: 'r1',
  ...whose,
});
const verdict = (stop_reason: StopReason, whose: Whose = {}): EventDraft => ({
  type: 'agent.continuation',
  should_continue: false,
  stop_reason,
  resolved_by: 'x',
  run: 'r1',
  ...whose,
});
const begun = [status('queued', 'completed'), status('running', 'queued')];
const ended = status('completed', 'running');
const stopOf = (...drafts: EventDraft[]): StopReason | undefined => stopToContinue(foldAll(eventsOf(drafts)));
const isReason = (name: string): name is StopReason => Object.hasOwn(STOP_REASONS, name);

describe('the stop that can be continued', () => {
  test.each(Object.keys(STOP_REASONS).filter(isReason))('%s: what the reason says is said of the run', (reason) => {
    expect(canContinue(reason)).toBe(reason !== 'completed');
    expect(stopOf(...begun, verdict(reason), ended)).toBe(canContinue(reason) ? reason : undefined);
  });

  test('a failure and a stop by a person need no continuation', () => {
    expect(stopOf(...begun, status('failed', 'running'))).toBe('error');
    expect(stopOf(...begun, status('cancelled', 'running'))).toBe('user_requested');
  });

  test('nothing before a run, while one is at work, or in a closed thread', () => {
    const cut = [...begun, verdict('steps_limit')];
    expect(stopOf({ type: 'thread.created' })).toBeUndefined();
    expect(stopOf(...cut)).toBeUndefined();
    expect(stopOf(...cut, ended, status('queued', 'completed', { run: 'r2' }))).toBeUndefined();
    expect(stopOf(...cut, ended, { type: 'thread.closed' })).toBeUndefined();
  });

  test('last words, a message and a crash on the way to them change nothing', () => {
    const words: EventDraft[] = [
      { type: 'agent.step.started', step: 1, run: 'r1' },
      { type: 'agent.text.delta', step: 1, part: 0, offset: 0, text: 'one left', run: 'r1' },
      { type: 'agent.step.completed', step: 1, finish_reason: 'stop', run: 'r1' },
    ];
    const recovered = [status('queued', 'running'), status('running', 'queued')];
    expect(stopOf(...begun, verdict('time_limit'), ...recovered, ...words, ended)).toBe('time_limit');
  });

  test('the newest verdict of a run counts, and no run before it', () => {
    expect(stopOf(...begun, verdict('steps_limit'), verdict('completed'), ended)).toBeUndefined();
    const next = { run: 'r2' };
    const second = [status('queued', 'completed', next), status('running', 'queued', next), verdict('completed', next)];
    expect(stopOf(...begun, verdict('guard'), ended, ...second, status('completed', 'running', next))).toBeUndefined();
    // Where runs have no names, one begins where none was at work.
    const running: EventDraft = { type: 'agent.status', status: 'running', previous_status: 'completed' };
    const over: EventDraft = { type: 'agent.status', status: 'completed', previous_status: 'running' };
    const judged = (stop_reason: StopReason): EventDraft => ({
      type: 'agent.continuation',
      should_continue: false,
      stop_reason,
      resolved_by: 'x',
    });
    expect(stopOf(running, judged('guard'), over)).toBe('guard');
    expect(stopOf(running, judged('guard'), over, running, judged('completed'), over)).toBeUndefined();
  });

  test('[issue 13] a child run that was cut off, failed or was stopped is a call of its parent, which went on', () => {
    const child = { scope: 'child:c1_0' };
    const ends = [
      [verdict('steps_limit', child), status('completed', 'running', child)],
      [status('failed', 'running', child)],
      [status('cancelled', 'running', child)],
    ];
    for (const end of ends) {
      const inside = [...begun, status('running', 'completed', child), ...end];
      expect(stopOf(...inside, verdict('completed'), ended)).toBeUndefined();
      expect(stopOf(...inside, verdict('guard'), ended)).toBe('guard');
    }
  });

  test('of a team it is enough that one was cut off; each member is asked for itself', () => {
    const coder = { scope: 'agent:coder' };
    const pm = { scope: 'agent:pm' };
    const state = foldAll(
      eventsOf([
        ...begun,
        status('running', 'completed', coder),
        status('running', 'completed', pm),
        verdict('steps_limit', coder),
        status('completed', 'running', coder),
        verdict('completed', pm),
        status('completed', 'running', pm),
        ended,
      ]),
    );
    expect(stopToContinue(state)).toBe('steps_limit');
    expect(stopToContinue(state, 'agent:coder')).toBe('steps_limit');
    expect(stopToContinue(state, 'agent:pm')).toBeUndefined();
  });
});
