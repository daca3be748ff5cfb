import { HUMAN, LEDGER_VERSION, type LedgerEvent, parseEvent } from '@toolthread/core';
import { unknownField } from '@toolthread/core';
import { isFields } from '@toolthread/core/json';
import { nextStepOf } from '@toolthread/core/queries';
import { blobsOf, eventLoop } from '@toolthread/store';
import type { Hono } from 'hono';
import { type Http, refuse } from '../http/http.ts';
import { ledgerProblem, type Problem, problem } from '../http/problem.ts';
import { draftsBody, isTitle } from '../http/body/read-body.ts';
import { readForThread } from '../http/body/read-for-thread.ts';
import { sendJson } from '../http/send-json.ts';
import { changeableMessage } from './messages/changeable-message.ts';
import { rewindProblem } from './messages/rewind-problem.ts';
import { missingBlob } from './messages/missing-blob.ts';
import type { Services } from './services.ts';

/** For an agent that is another program, in any language: it writes the events of its threads itself. */
export function draftRoutes(app: Hono<Http>, services: Services): void {
  const { ledger, now, runner, shown } = services;

  app.post('/api/threads/:id/events', async (c) => {
    const asked = await readForThread(c, ledger, draftsBody);
    if (!asked.ok) return refuse(c, asked.problem);
    const { id: thread, body, state } = asked;
    if (state.agent === 'here') return refuse(c, NOT_ELSEWHERE);
    const { expected_seq: after } = body;
    const drafts = signed(body.drafts, c.get('by'));
    const events = await readDrafts(drafts, thread, now());
    if ('status' in events) return refuse(c, events);
    const missing = await missingBlob(
      services,
      events.flatMap((event) => [...blobsOf(event)]),
      c.get('reads'),
    );
    if (missing !== undefined) return refuse(c, missing);
    const appended = await appendOwn(services, { thread, events, by: c.get('by'), after });
    if ('status' in appended) return refuse(c, appended);
    // The answer has all of them once more.
    if (appended.ok) {
      for (const event of appended.value)
        if (event.type === 'request.opened' && event.expires_at !== undefined) runner.expects(event.expires_at);
      return sendJson(c, { events: appended.value }, 201);
    }
    const before = after === undefined ? [] : await shown.writtenBefore(thread, after, drafts.filter(isFields));
    return before.length === 0 ? refuse(c, ledgerProblem(appended.error)) : sendJson(c, { events: before });
  });
}

const NOT_ELSEWHERE = problem(
  409,
  'agent_is_here',
  'An agent of this server works in this thread. Make one with { "agent": "elsewhere" } for an agent of your own.',
);

/** What has a place for a user's name has theirs, where they left it out: what they say, decide and stop, and what they write for an agent. */
function signed(drafts: readonly unknown[], by: string): readonly unknown[] {
  if (by === HUMAN) return drafts;
  return drafts.map((draft) => (isFields(draft) && SIGNED.has(draft['type']) ? { by, ...draft } : draft));
}

type Signed = Extract<LedgerEvent, { readonly by?: string }>['type'];

/** All that a draft may be, and that has a `by`. */
const BY: { readonly [type in Exclude<Signed, Ours>]: true } = {
  'message.posted': true,
  'message.changed': true,
  'request.resolved': true,
  'run.retry.requested': true,
  'run.stop.requested': true,
  'thread.placed': true,
  'thread.rewound': true,
};
const SIGNED: ReadonlySet<unknown> = new Set(Object.keys(BY));

/** What a user takes back is judged again where somebody else has written meanwhile: it is judged and written at the same place. */
async function appendOwn(
  services: Services,
  { thread, events, by, after }: OwnDrafts,
): Promise<Problem | Awaited<ReturnType<Services['ledger']['append']>>> {
  const { ledger } = services;
  const isJudged = after === undefined && by !== HUMAN && events.some(({ type }) => type === 'thread.rewound');
  for (;;) {
    const row = isJudged ? await ledger.thread(thread) : undefined;
    if (row?.ok === false) return ledgerProblem(row.error);
    const refused = (await foreignDraft(services, events, by)) ?? (await usedStep(services, { thread, events, after }));
    if (refused !== undefined) return refused;
    const place = row?.value.seq ?? after;
    const appended = await ledger.append(thread, events, place === undefined ? {} : { after: place });
    if (appended.ok || !isJudged || appended.error.code !== 'seq_conflict') return appended;
  }
}

interface OwnDrafts {
  readonly thread: string;
  readonly events: readonly LedgerEvent[];
  readonly by: string;
  readonly after: number | undefined;
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
    if (event.type === 'thread.rewound') {
      const state = await services.ledger.state(event.thread);
      const refused = state.ok ? rewindProblem(state.value, event.to, by) : ledgerProblem(state.error);
      if (refused !== undefined) return refused;
    }
    if (event.type !== 'message.changed') continue;
    const message = await changeableMessage(services, event.thread, String(event.message), by);
    if (typeof message !== 'number') return message;
  }
  return undefined;
}

/** Steps are numbered through the thread: a second run that begins at 1 again would be lost, or write into the answer of the first. */
async function usedStep(
  { ledger }: Services,
  { thread, events, after }: Omit<OwnDrafts, 'by'>,
): Promise<Problem | undefined> {
  if (!events.some(({ type }) => type === 'agent.step.started')) return undefined;
  const state = await ledger.state(thread);
  if (!state.ok) return ledgerProblem(state.error);
  // What is sent again is not written again: the place says so.
  if (after !== undefined && after !== state.value.seq) return undefined;
  const next = new Map<string | undefined, number>();
  for (const [index, event] of events.entries()) {
    if (event.type !== 'agent.step.started') continue;
    const { scope, step } = event;
    const expected = next.get(scope) ?? nextStepOf(state.value, scope);
    if (step < expected)
      return problem(
        400,
        'bad_draft',
        `drafts[${index}]: step ${step} was used before. Steps are numbered through the thread: the next one is ${expected}.`,
      );
    next.set(scope, step + 1);
  }
  return undefined;
}

/** These speak for the server itself: a thread begins once, a choice is a person's, an undo writes files, and a purge has its own command. */
const OURS = [
  'thread.created',
  'agent.chosen',
  'workspace.saved',
  'workspace.changed',
  'event.purged',
  'event.withheld',
] as const;
type Ours = (typeof OURS)[number];
const isOurs: ReadonlySet<LedgerEvent['type']> = new Set(OURS);

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
    if (isOurs.has(event.type))
      return problem(400, 'bad_draft', `drafts[${index}]: a ${event.type} is the server's to write.`);
    if (event.type === 'thread.renamed' && !isTitle(event.title))
      return problem(400, 'bad_draft', `drafts[${index}]: a title has 1 to 300 characters.`);
    events.push(event);
  }
  // Each goes through all that is known of the thread.
  if (events.filter(({ type }) => type === 'thread.rewound').length > 1)
    return problem(400, 'bad_draft', 'A request can have only one thread.rewound.');
  return events;
}
