import { hearing } from '@toolthread/core/queries';
import type { ThreadState } from '@toolthread/core';
import type { LogEntry } from '@toolthread/core/queries';
import type { AgentStatus } from '@toolthread/core/events';
import { logBackwards } from './log-backwards.ts';

/**
 * A run was queued after the last step, has made none yet, and nobody's words are the reason: somebody asked it to go on. A run is also
 * queued because somebody spoke while others were at work, and what was said may have been taken back since.
 */
export function isAskedToGoOn(state: ThreadState, scope: string | undefined): boolean {
  let queued: AgentStatus | undefined;
  for (const entry of logBackwards(state)) {
    if (entry.kind === 'step' && state.steps.get(entry.step)?.scope === scope) break;
    if (queued !== undefined && isReason(scope, entry, queued)) return false;
    if (entry.kind !== 'status' || entry.status.scope !== scope || entry.status.status === 'running') continue;
    if (queued !== undefined || entry.status.status !== 'queued') break;
    queued = wasOpen(entry.status) ? undefined : entry.status;
  }
  return queued !== undefined;
}

/** It only waits for its turn to go on. */
function wasOpen({ previous_status: before }: AgentStatus): boolean {
  return before === 'running' || before === 'awaiting_user';
}

function isReason(scope: string | undefined, entry: LogEntry | undefined, queued: AgentStatus): boolean {
  if (entry?.kind === 'message') return hearing(scope, entry.message) === 'addressed';
  return entry?.kind === 'gone' && entry.was === 'message' && entry.since > queued.seq;
}
