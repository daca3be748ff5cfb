import { HUMAN, LEDGER_VERSION, type LedgerEvent, parseEvent, unknownField } from '@toolthread/core';
import { isFields } from '@toolthread/core/json';
import { blobsOf, eventLoop } from '@toolthread/store';
import type { Hono } from 'hono';
import { type Http, refuse } from '../http/http.ts';
import { ledgerProblem, type Problem, problem } from '../http/problem.ts';
import { draftsBody, isTitle, readBody } from '../http/read-body.ts';
import { changeableMessage } from './changeable-message.ts';
import { missingBlob } from './missing-blob.ts';
import type { Services } from './services.ts';

/** For an agent that is another program, in any language: it writes the events of its threads itself. */
export function draftRoutes(app: Hono<Http>, services: Services): void {
  const { ledger, now, runner, shown } = services;

  app.post('/api/threads/:id/events', async (c) => {
    const body = await readBody(c, draftsBody);
    if (!body.ok) return refuse(c, body.problem);
    const thread = c.req.param('id');
    const state = await ledger.state(thread);
    if (!state.ok) return refuse(c, ledgerProblem(state.error));
    if (state.value.agent === 'here') return refuse(c, NOT_ELSEWHERE);
    const { expected_seq: after } = body.value;
    const drafts = signed(body.value.drafts, c.get('by'));
    const events = await readDrafts(drafts, thread, now());
    if ('status' in events) return refuse(c, events);
    const foreign = await foreignDraft(services, events, c.get('by'));
    if (foreign !== undefined) return refuse(c, foreign);
    const missing = await missingBlob(
      services,
      events.flatMap((event) => [...blobsOf(event)]),
    );
    if (missing !== undefined) return refuse(c, missing);
    const appended = await ledger.append(thread, events, after === undefined ? {} : { after });
    // The answer has all of them once more.
    await eventLoop.next();
    if (appended.ok) {
      for (const event of appended.value)
        if (event.type === 'request.opened' && event.expires_at !== undefined) runner.expects(event.expires_at);
      return c.json({ events: appended.value }, 201);
    }
    const before = after === undefined ? [] : await shown.writtenBefore(thread, after, drafts.filter(isFields));
    return before.length === 0 ? refuse(c, ledgerProblem(appended.error)) : c.json({ events: before });
  });
}

const NOT_ELSEWHERE = problem(
  409,
  'agent_is_here',
  'An agent of this server works in this thread. Make one with { "agent": "elsewhere" } for an agent of your own.',
);

/** What a user says or changes has their name, where they left it out. */
function signed(drafts: readonly unknown[], by: string): readonly unknown[] {
  if (by === HUMAN) return drafts;
  return drafts.map((draft) => {
    if (!isFields(draft)) return draft;
    const isPersons =
      draft['type'] === 'message.changed' || (draft['type'] === 'message.posted' && draft['author'] === HUMAN);
    return isPersons ? { by, ...draft } : draft;
  });
}

/** A user speaks for nobody else. Whoever has a token may: their program knows its users. */
async function foreignDraft(
  services: Services,
  events: readonly LedgerEvent[],
  by: string,
): Promise<Problem | undefined> {
  if (by === HUMAN) return undefined;
  for (const [index, event] of events.entries()) {
    if ('by' in event && event.by !== undefined && event.by !== by)
      return problem(403, 'not_yours', `drafts[${index}]: by is somebody else. Leave it out: it is you.`);
    if (event.type !== 'message.changed') continue;
    const message = await changeableMessage(services, event.thread, String(event.message), by);
    if (typeof message !== 'number') return message;
  }
  return undefined;
}

/** These speak for the server itself: a thread begins once, an undo writes files, and a purge has its own command. */
const OURS: ReadonlySet<string> = new Set<LedgerEvent['type']>([
  'thread.created',
  'workspace.saved',
  'workspace.changed',
  'event.purged',
  'event.withheld',
]);

async function readDrafts(
  drafts: readonly unknown[],
  thread: string,
  now: number,
): Promise<readonly LedgerEvent[] | Problem> {
  const events: LedgerEvent[] = [];
  for (const [index, draft] of drafts.entries()) {
    await eventLoop.next();
    if (!isFields(draft)) return problem(400, 'bad_draft', `drafts[${index}]: a draft must be an object.`);
    const parsed = parseEvent({ at: now, ...draft, v: LEDGER_VERSION, thread, seq: 1 });
    if (!parsed.ok) return problem(400, 'bad_draft', `drafts[${index}]: ${parsed.reason}.`);
    const { event } = parsed;
    const unknown = unknownField(event);
    if (unknown !== undefined)
      return problem(400, 'bad_draft', `drafts[${index}]: ${event.type} has no field "${unknown}".`);
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
