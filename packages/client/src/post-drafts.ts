import { eventsIn } from './events-in.ts';
import type { EventDraft, LedgerEvent } from '@toolthread/core';
import { type Endpoint, request } from './request.ts';
import type { Result } from './result.ts';

/**
 * Writes what an agent of your own did, in a thread that was made with `agent: 'elsewhere'`: all of the drafts, or none of them. `expectedSeq`
 * is the last event that you know: where there are later ones it is refused with `seq_conflict`, and drafts that were written already are
 * not written again, so that it is safe to send them twice. It returns the events that they became.
 *
 * @example
 * import type { EventDraft } from '@toolthread/core';
 * const server = { baseUrl: 'http://127.0.0.1:1', token: 'what `toolthread serve` printed' };
 * const drafts: EventDraft[] = [{ type: 'agent.status', status: 'running', run: 'r1' }];
 * const written = await postDrafts(server, 'thread_1', drafts, { expectedSeq: 1 });
 * written.ok ? written.value.map(({ seq }) => seq) : written.error.code; //=> 'unreachable'
 */
export async function postDrafts(
  endpoint: Endpoint,
  thread: string,
  drafts: readonly EventDraft[],
  { expectedSeq }: { readonly expectedSeq?: number } = {},
): Promise<Result<readonly LedgerEvent[]>> {
  const body = { drafts, ...(expectedSeq === undefined ? {} : { expected_seq: expectedSeq }) };
  const answer = await request(endpoint, `/threads/${encodeURIComponent(thread)}/events`, body);
  return eventsIn(answer);
}
