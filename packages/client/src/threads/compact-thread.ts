import { type Endpoint, request } from '../request.ts';
import type { Result } from '../result.ts';

/**
 * Makes room in the context of a thread's agent: a summary takes the place of what was said before, for the model only. It waits for the
 * summary.
 *
 * @example
 * const server = { baseUrl: 'http://127.0.0.1:1', token: 'what `toolthread serve` printed' };
 * const compacted = await compactThread(server, 'thread_1');
 * compacted.ok ? undefined : compacted.error.code; //=> 'unreachable'
 */
export function compactThread(endpoint: Endpoint, thread: string): Promise<Result<unknown>> {
  return request(endpoint, `/threads/${encodeURIComponent(thread)}/compact`, {});
}
