/** Who began what is open in a thread. */
import { openRunId } from '@toolthread/core';
import type { ThreadState } from '@toolthread/core';
import type { AgentConfigured } from '@toolthread/core/events';
import { choiceOf } from '@toolthread/core/queries';

/**
 * `begunBy(thread)`: the model of the newest step of a run that has not ended. Undefined if no such run has asked a model yet, where a person has chosen who
 * answers since then, or has stopped it.
 */
export function begunBy(thread: ThreadState): Pick<AgentConfigured, 'provider' | 'model'> | undefined {
  if (openRunId(thread) === undefined || thread.scopes.get('')?.stopRequested === true) return undefined;
  for (let index = thread.log.length - 1; index >= 0; index -= 1) {
    const entry = thread.log.at(index);
    const step = entry?.kind === 'step' ? thread.steps.get(entry.step) : undefined;
    if (step?.run === undefined || step.run !== openRunId(thread, step.scope)) continue;
    return (choiceOf(thread)?.seq ?? 0) > step.seq ? undefined : step.config;
  }
  return undefined;
}
