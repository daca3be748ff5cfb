import type { EventDraft, LedgerEvent } from '@toolthread/core';
import { ledgerProblem, type Problem } from '../../http/problem.ts';
import { wordsRefusal } from '../../spending/spending-refusal.ts';
import type { Services } from '../services.ts';

/** What a person says, as it is written. */
export type Posted = Extract<EventDraft, { type: 'message.posted' }>;

/** What `by` says in a thread, by whichever road it came: judged, written, and told to the agent. */
export async function postMessages(
  services: Pick<Services, 'ledger' | 'runner'>,
  thread: string,
  by: string,
  messages: readonly Posted[],
): Promise<readonly LedgerEvent[] | Problem> {
  const refused = await wordsRefusal(services, thread, by, messages);
  if (refused !== undefined) return refused;
  const posted = await services.ledger.append(thread, messages);
  if (!posted.ok) return ledgerProblem(posted.error);
  services.runner.wake(thread);
  return posted.value;
}
