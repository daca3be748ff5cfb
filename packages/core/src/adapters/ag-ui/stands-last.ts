import type { Step, ThreadState } from '../../ledger/thread-state.ts';
import { isPersonsWord } from '../../ledger/queries/hearing.ts';
import { stepMessages } from './to-ag-ui-messages.ts';

/**
 * Whether what begins in this part has its place behind all other messages, where a client appends it. Agents that speak at once are
 * heard in the order in which they come.
 */
export function standsLast(state: ThreadState, step: Step, index: number): boolean {
  for (let later = index + 1; later < step.parts.length; later += 1)
    if (step.parts.at(later)?.kind !== 'absent') return false;
  for (let at = state.log.length - 1; at >= 0; at -= 1) {
    const entry = state.log.at(at);
    if (entry?.kind === 'message' && isPersonsWord(entry.message)) return false;
    const other = entry?.kind === 'step' ? state.steps.get(entry.step) : undefined;
    if (other?.key === step.key || (other !== undefined && stepMessages(state, other, '').length > 0)) return true;
  }
  return true;
}
