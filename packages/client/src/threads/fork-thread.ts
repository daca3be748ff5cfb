import { newThreadIn } from './new-thread-in.ts';
import type { ThreadSummary } from '@toolthread/core/summary';
import { type Endpoint, request } from '../request.ts';
import type { Result } from '../result.ts';

/**
 * A new thread with the history of this one, up to event `upTo` or all of it, in which the agent of the server works. The thread itself, which may show a session of another
 * agent, stays as it is.
 *
 * @example
 * const server = { baseUrl: 'http://127.0.0.1:1', token: 'what `toolthread serve` printed' };
 * const forked = await forkThread(server, 'thread_1', { title: 'Another way' });
 * forked.ok ? forked.value.id : forked.error.code; //=> 'unreachable'
 */
export async function forkThread(
  endpoint: Endpoint,
  thread: string,
  { upTo, ...draft }: { readonly title?: string; readonly upTo?: number } = {},
): Promise<Result<ThreadSummary>> {
  const body = { ...draft, ...(upTo === undefined ? {} : { up_to: upTo }) };
  const answer = await request(endpoint, `/threads/${encodeURIComponent(thread)}/fork`, body);
  return newThreadIn(answer);
}
