import type { EventDraft, Outcome } from '../../ledger/ledger-event.ts';
import type { SdkCall } from './sdk-calls.ts';
import { nameOf } from './sdk-requests.ts';
import type { StepEnding } from './step-ending.ts';

export type ClosedCall = readonly [call: SdkCall, outcome: Outcome, message: string];

/** What becomes of calls without a result when their run is over. `isAwaited`: somebody has to decide or to answer, and then the run goes on. */
export function callsAtFinish(
  open: readonly SdkCall[],
  reason: StepEnding['reason'],
  hasFailed: boolean,
  isAwaited: boolean,
): readonly ClosedCall[] {
  const why = hasFailed ? 'The run failed before its result came.' : 'The provider returned no result.';
  return open.flatMap((call): ClosedCall[] => {
    if (call.state === 'asked') return [];
    // A provider that paused, or waits for our results, may still answer its own calls; somebody else may answer ours.
    const mayCome = !hasFailed && (call.runs === 'here' || isAwaited || reason === 'pause');
    if (!mayCome) return [[call, 'interrupted', why]];
    return call.isStarted ? [[call, 'lost', 'The run ended without its result.']] : [];
  });
}

/** The SDK runs its tools only if the response is whole. */
export function unrunCalls(open: readonly SdkCall[], { reason, says }: StepEnding): readonly ClosedCall[] {
  if (reason === 'stop' || reason === 'tool_calls' || reason === 'pause' || says === undefined) return [];
  const unrun = open.filter(({ runs, state }) => runs === 'here' && state === 'called');
  return unrun.map((call) => [call, 'skipped', `It was not run: the response ended with "${says}".`]);
}

/** What was interrupted may still give a result. */
export function closedDraft(...[call, outcome, message]: ClosedCall): EventDraft {
  const later = outcome === 'interrupted' ? { provisional: true } : {};
  const ending = { ...call.given.result, outcome, error: { message }, ...later };
  return { type: 'agent.tool.completed', ...nameOf(call), ...ending };
}
