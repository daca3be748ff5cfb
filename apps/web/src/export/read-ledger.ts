import { readProblem, unreachable } from '@toolthread/client';
import { parseEvent } from '@toolthread/core';
import type { LedgerEvent } from '@toolthread/core';
import { server, toldHere } from '../page/server.ts';

/** Every event of a thread, as the server gives them out, or those after `begin` and up to `upTo`; or a message that says why there are none. */
export async function readLedger(
  thread: string,
  ask: typeof fetch = server.fetch,
  upTo = Infinity,
  begin = 0,
): Promise<readonly LedgerEvent[] | string> {
  const events: LedgerEvent[] = [];
  for (;;) {
    const after = events.at(-1)?.seq ?? begin;
    const limit = Math.min(1000, upTo - after);
    if (limit <= 0) return events;
    const address = `${server.baseUrl}/api/threads/${encodeURIComponent(thread)}/events?after=${after}&limit=${limit}`;
    const page = await readPage(address, ask);
    if (typeof page === 'string') return page;
    if (page.length === 0) return events;
    for (const event of page) events.push(event);
  }
}

async function readPage(address: string, ask: typeof fetch): Promise<readonly LedgerEvent[] | string> {
  const response = await ask(address, { headers: { accept: 'application/json' } }).catch((error: unknown) =>
    unreachable(server, error),
  );
  if ('error' in response) return toldHere(response.error.message);
  if (!response.ok) return toldHere((await readProblem(response)).error.message);
  const body: unknown = await response.json().catch(() => undefined);
  const given = typeof body === 'object' && body !== null && 'events' in body ? body.events : undefined;
  return Array.isArray(given) ? parsed(given) : 'The server returned no events.';
}

/** All or nothing: a ledger with a hole in it is not one. */
function parsed(values: readonly unknown[]): readonly LedgerEvent[] | string {
  const events: LedgerEvent[] = [];
  for (const value of values) {
    const event = parseEvent(value);
    if (!event.ok) return `An event is not known here: ${event.reason}`;
    events.push(event.event);
  }
  return events;
}
