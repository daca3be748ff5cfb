/** Whether a run goes on: a foreign back end's words for it, and ours. */
import { filledTextOf, isFields } from '../../ledger/json/fields.ts';
import type { Fields } from '../../ledger/json/fields.ts';
import type { AgentContinuation } from '../../ledger/ledger-event.ts';
import type { Evaluation } from '../../ledger/stop-reason.ts';
import type { ContinuationInfo } from '../message.ts';
import { isStopReason } from './is-stop-reason.ts';

type Continuation = Pick<
  AgentContinuation,
  'type' | 'should_continue' | 'stop_reason' | 'source_reason' | 'resolved_by' | 'evaluations'
>;

/** A reason of a back end's own is kept, as a guard's. */
export function continuationEvent({ stop_reason, ...rest }: ContinuationInfo): Continuation {
  if (isStopReason(stop_reason)) return { type: 'agent.continuation', ...rest, stop_reason };
  return { type: 'agent.continuation', ...rest, stop_reason: 'guard', source_reason: stop_reason };
}

/** The same, back in the words it came in. */
export function continuationInfo(event: AgentContinuation): ContinuationInfo {
  const { should_continue, stop_reason, source_reason, resolved_by, evaluations = [] } = event;
  const info = { should_continue, stop_reason: source_reason ?? stop_reason, resolved_by };
  return evaluations.length === 0 ? info : { ...info, evaluations };
}

/** `readContinuation({ should_stop: true, stop_reason: 'moon' })`; undefined if it does not say whether the run goes on. */
export function readContinuation(value: Fields): ContinuationInfo | undefined {
  const { should_continue: goesOn, should_stop: stops } = value;
  const should_continue = typeof goesOn === 'boolean' ? goesOn : typeof stops === 'boolean' ? !stops : undefined;
  if (should_continue === undefined) return undefined;
  const evaluations = readEvaluations(value['evaluations']);
  return {
    should_continue,
    stop_reason: filledTextOf(value['stop_reason']) ?? '',
    resolved_by: filledTextOf(value['resolved_by']) ?? '',
    ...(evaluations.length === 0 ? {} : { evaluations }),
  };
}

function readEvaluations(value: unknown): readonly Evaluation[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((each: unknown): Evaluation[] => {
    if (!isFields(each)) return [];
    const criterion = filledTextOf(each['criterion']);
    const reason = filledTextOf(each['reason']);
    if (criterion === undefined) return [];
    return [
      {
        criterion,
        verdict: verdictOf(each['verdict'] ?? each['decision']),
        ...(reason === undefined ? {} : { reason }),
      },
    ];
  });
}

/** A word that is none of ours decided nothing. */
function verdictOf(word: unknown): Evaluation['verdict'] {
  switch (word) {
    case 'continue':
    case 'stop':
      return word;
    default:
      return 'pass';
  }
}

/** What tells two words about the end of a run apart. */
export function endingOf({ should_continue: goesOn, stop_reason: reason }: ContinuationInfo): string {
  return `${goesOn ? 'goes on' : 'stopped'} ${reason}`;
}

/** The same of a run that failed. */
export function failedWith(error: string | undefined): string {
  return `failed ${error ?? ''}`;
}
