import { statusDraft } from '@toolthread/agent';
import type { EventDraft, ThreadState } from '@toolthread/core';
import type { AgentStatus } from '@toolthread/core/events';

/** `strandedWords(state, 'a')`: whoever waits for an answer is told once why none comes. */
export function strandedWords(thread: ThreadState, node: string): readonly EventDraft[] {
  const words = `The files of this thread are on node "${node}", which is not running. It goes on when that node is back.`;
  const last = lastStatus(thread);
  if (last?.status === 'queued' && last.error_message === words) return [];
  return [statusDraft(thread, undefined, 'queued', words)];
}

/** Nothing else was told, and nobody spoke since. */
function lastStatus({ log }: ThreadState): AgentStatus | undefined {
  for (let index = log.length - 1; index >= 0; index -= 1) {
    const entry = log.at(index);
    if (entry?.kind === 'status') return entry.status;
  }
  return undefined;
}
