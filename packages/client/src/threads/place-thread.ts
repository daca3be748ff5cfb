import type { ListPlace } from '@toolthread/core/events';
import { type Endpoint, request } from '../request.ts';
import type { Result } from '../result.ts';

/**
 * Pins a thread, or puts it into the archive, the bin or back into the list. From the bin it is deleted for good after 30 days; into it nothing goes while
 * somebody is at work there (`busy`).
 *
 * @example
 * const server = { baseUrl: 'http://127.0.0.1:1', token: 'what `toolthread serve` printed' };
 * const placed = await placeThread(server, 'thread_1', { place: 'archive' });
 * placed.ok ? undefined : placed.error.code; //=> 'unreachable'
 */
export function placeThread(
  endpoint: Endpoint,
  thread: string,
  where: { readonly place?: ListPlace; readonly pinned?: boolean },
): Promise<Result<unknown>> {
  return request(endpoint, `/threads/${encodeURIComponent(thread)}/place`, where);
}
