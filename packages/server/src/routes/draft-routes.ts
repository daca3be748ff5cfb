import { isDeepStrictEqual } from 'node:util';
import { LEDGER_VERSION, type LedgerEvent, parseEvent } from '@toolthread/core';
import { blobsOf } from '@toolthread/store';
import type { Hono } from 'hono';
import { type Http, refuse } from '../http/http.ts';
import { ledgerProblem, type Problem, problem } from '../http/problem.ts';
import { draftsBody, isTitle, readBody } from '../http/read-body.ts';
import { missingBlob } from './missing-blob.ts';
import type { Services } from './services.ts';

/** For an agent that is another program, in any language: it writes the events of its threads itself. */
export function draftRoutes(app: Hono<Http>, services: Services): void {
  const { ledger, now } = services;

  app.post('/api/threads/:id/events', async (c) => {
    const body = await readBody(c, draftsBody);
    if (!body.ok) return refuse(c, body.problem);
    const thread = c.req.param('id');
    const state = await ledger.state(thread);
    if (!state.ok) return refuse(c, ledgerProblem(state.error));
    if (state.value.agent === 'here') return refuse(c, NOT_ELSEWHERE);
    const { drafts, expected_seq: after } = body.value;
    const events = readDrafts(drafts, thread, now());
    if ('status' in events) return refuse(c, events);
    const missing = await missingBlob(
      services,
      events.flatMap((event) => [...blobsOf(event)]),
    );
    if (missing !== undefined) return refuse(c, missing);
    const appended = await ledger.append(thread, events, after === undefined ? {} : { after });
    if (appended.ok) return c.json({ events: appended.value }, 201);
    const before = after === undefined ? [] : await writtenBefore(services, thread, after, drafts);
    return before.length === 0 ? refuse(c, ledgerProblem(appended.error)) : c.json({ events: before });
  });
}

const NOT_ELSEWHERE = problem(
  409,
  'agent_is_here',
  'An agent of this server works in this thread. Make one with { "agent": "elsewhere" } for an agent of your own.',
);

type Fields = Readonly<Record<string, unknown>>;

/** These speak for the server itself: a thread begins once, an undo writes files, and a purge has its own command. */
const OURS: ReadonlySet<string> = new Set<LedgerEvent['type']>([
  'thread.created',
  'workspace.saved',
  'workspace.changed',
  'event.purged',
  'event.withheld',
]);

function readDrafts(drafts: readonly Fields[], thread: string, now: number): readonly LedgerEvent[] | Problem {
  const events: LedgerEvent[] = [];
  for (const [index, draft] of drafts.entries()) {
    const parsed = parseEvent({ at: now, ...draft, v: LEDGER_VERSION, thread, seq: 1 });
    if (!parsed.ok) return problem(400, 'bad_draft', `drafts[${index}]: ${parsed.reason}.`);
    const { event } = parsed;
    if (OURS.has(event.type))
      return problem(400, 'bad_draft', `drafts[${index}]: a ${event.type} is the server's to write.`);
    if (event.type === 'thread.renamed' && !isTitle(event.title))
      return problem(400, 'bad_draft', `drafts[${index}]: a title has 1 to 300 characters.`);
    events.push(event);
  }
  // Each goes through all that is known of the thread.
  if (events.filter(({ type }) => type === 'thread.rewound').length > 1)
    return problem(400, 'bad_draft', 'One thread.rewound in a request is enough: the last one counts.');
  return events;
}

/** The same drafts, sent again because the answer was lost, are written once. */
async function writtenBefore(
  { shown }: Services,
  thread: string,
  after: number,
  drafts: readonly Fields[],
): Promise<readonly LedgerEvent[]> {
  const found = await shown.read(thread, { after, limit: drafts.length });
  if (!found.ok || found.value.length < drafts.length) return [];
  return found.value.every((event, index) => isSame(event, drafts[index])) ? found.value : [];
}

/** What is withheld, or was purged since, cannot say no. */
function isSame(event: LedgerEvent, draft: Fields | undefined): boolean {
  if (event.type === 'event.withheld' || event.type === 'event.purged') return true;
  const { v, thread, seq, at } = event;
  return isDeepStrictEqual({ ...event }, { at, ...draft, v, thread, seq });
}
