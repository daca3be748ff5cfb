import { newThreadIn } from './new-thread-in.ts';
import type { ThreadSummary } from '@toolthread/core/summary';
import type { ListPlace } from '@toolthread/core/events';
import { readSummary } from './read-summary.ts';
import { type Endpoint, fieldOf, request } from '../request.ts';
import { failure, type Result } from '../result.ts';

/** Some threads, those that are pinned first and then the newest, and where the next page begins; no `next` on the last one. */
export interface ThreadPage {
  readonly threads: readonly ThreadSummary[];
  readonly next: string | undefined;
}

/** Which threads are listed, and from where on. */
export interface ThreadsSought {
  readonly before?: string;
  readonly limit?: number;
  readonly place?: ListPlace;
  readonly state?: 'working' | 'open' | 'waiting' | 'failed' | 'stopped' | 'done' | 'idle' | undefined;
  /** Only those in which something happened since, in milliseconds since 1970. */
  readonly since?: number | undefined;
  /** Only those of this agent, or in this folder; `""`: those for which nobody chose. */
  readonly agent?: string | undefined;
  readonly project?: string | undefined;
}

/**
 * Some threads, those that are pinned first and then the newest. It goes on with `{ before: page.next }`; a page has 100 of them, or `limit`. `place` asks for
 * the archive or the bin; `state`, `since`, `agent` and `project` choose, and then a page may have fewer though there is a next one.
 *
 * @example
 * const server = { baseUrl: 'http://127.0.0.1:1', token: 'what `toolthread serve` printed' };
 * const page = await listThreads(server);
 * // Nobody listens at this address, which is told and never thrown.
 * page.ok ? page.value.threads.map(({ title }) => title) : page.error.code; //=> 'unreachable'
 */
export async function listThreads(
  endpoint: Endpoint,
  { before, limit, place, state, since, agent, project }: ThreadsSought = {},
): Promise<Result<ThreadPage>> {
  const query = new URLSearchParams({
    ...(before === undefined ? {} : { before }),
    ...(limit === undefined ? {} : { limit: String(limit) }),
    ...(place === undefined ? {} : { place }),
    ...(state === undefined ? {} : { state }),
    ...(since === undefined ? {} : { since: String(since) }),
    ...(agent === undefined ? {} : { agent }),
    ...(project === undefined ? {} : { project }),
  });
  const answer = await request(endpoint, `/threads${query.size === 0 ? '' : `?${query}`}`);
  if (!answer.ok) return answer;
  const threads = fieldOf(answer.value, 'threads');
  if (!Array.isArray(threads)) return failure('bad_answer', 'The list of threads is not a list.', 200);
  const next = fieldOf(answer.value, 'next');
  return {
    ok: true,
    value: {
      threads: threads.flatMap((thread: unknown) => readSummary(thread) ?? []),
      next: typeof next === 'string' ? next : undefined,
    },
  };
}

/**
 * A new thread, in which nothing was said yet. With `agent: 'elsewhere'` no agent of the server works in it: `postDrafts` says what yours did.
 *
 * @example
 * const server = { baseUrl: 'http://127.0.0.1:1', token: 'what `toolthread serve` printed' };
 * const created = await createThread(server, { title: 'Upgrade the parser' });
 * created.ok ? created.value.id : created.error.code; //=> 'unreachable'
 */
export async function createThread(
  endpoint: Endpoint,
  draft: { readonly title?: string; readonly agent?: 'elsewhere' } = {},
): Promise<Result<ThreadSummary>> {
  const answer = await request(endpoint, '/threads', draft);
  return newThreadIn(answer);
}

/**
 * Deletes a thread for good, with all that was said and done in it. Refused as `busy` while somebody is at work there: stop first.
 *
 * @example
 * const server = { baseUrl: 'http://127.0.0.1:1', token: 'what `toolthread serve` printed' };
 * const deleted = await deleteThread(server, 'thread_1');
 * deleted.ok ? undefined : deleted.error.code; //=> 'unreachable'
 */
export function deleteThread(endpoint: Endpoint, thread: string): Promise<Result<unknown>> {
  return request(endpoint, `/threads/${encodeURIComponent(thread)}`, undefined, 'DELETE');
}
