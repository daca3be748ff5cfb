import { type Endpoint, request } from '../request.ts';
import type { Result } from '../result.ts';

/**
 * Gives a thread another title: 1 to 300 letters.
 *
 * @example
 * const server = { baseUrl: 'http://127.0.0.1:1', token: 'what `toolthread serve` printed' };
 * const renamed = await renameThread(server, 'thread_1', 'Upgrade the parser');
 * renamed.ok ? undefined : renamed.error.code; //=> 'unreachable'
 */
export function renameThread(endpoint: Endpoint, thread: string, title: string): Promise<Result<unknown>> {
  return request(endpoint, `/threads/${encodeURIComponent(thread)}/title`, { title });
}
