import { HUMAN, isOpen } from '@toolthread/core';
import type { EventDraft, Request, ThreadState } from '@toolthread/core';
import type { RequestResolved } from '@toolthread/core/events';
import { isFields, jsonExcess, parsedJson } from '@toolthread/core/json';
import { decisionText, settledText } from '@toolthread/core/lines';
import { ARGUMENT_BOUNDS } from '@toolthread/agent';
import { isDeepStrictEqual } from 'node:util';
import type { Hono } from 'hono';
import { answersBody, decisionBody, readBody } from '../http/read-body.ts';
import { type Http, refuse, type HttpContext } from '../http/http.ts';
import { ledgerProblem, problem } from '../http/problem.ts';
import type { Services } from './services.ts';

type Resolution = Pick<RequestResolved, 'decision' | 'answers' | 'executed_arguments' | 'reason'>;

/** What only a person can settle. The first settlement wins; the same one again is no error. */
export function requestRoutes(app: Hono<Http>, services: Services): void {
  app.post('/api/threads/:id/answers/:call', async (c) => {
    const body = await readBody(c, answersBody);
    if (!body.ok) return refuse(c, body.problem);
    const { answers } = body.value;
    const state = await services.ledger.state(c.req.param('id'));
    if (!state.ok) return refuse(c, ledgerProblem(state.error));
    // A question that belongs to no call, or to one that the asker keeps to itself, is known by its own name.
    const request = state.value.requests.get(c.req.param('call')) ?? findByCall(state.value, c.req.param('call'));
    if (request === undefined || (request.kind !== 'question' && request.kind !== 'elicitation')) {
      return refuse(c, problem(404, 'no_such_question', 'This call asks nothing.'));
    }
    const asked = new Set(request.questions.map(({ question }) => question));
    const strange = answers.find(({ question }) => asked.size > 0 && !asked.has(question));
    if (strange !== undefined) {
      return refuse(c, problem(400, 'unknown_question', `Nobody asked: ${strange.question.slice(0, 200)}`));
    }
    return settle(c, services, { state: state.value, request }, { decision: 'answered', answers });
  });

  app.post('/api/threads/:id/approvals/:request', async (c) => {
    const body = await readBody(c, decisionBody);
    if (!body.ok) return refuse(c, body.problem);
    const state = await services.ledger.state(c.req.param('id'));
    if (!state.ok) return refuse(c, ledgerProblem(state.error));
    const request = state.value.requests.get(c.req.param('request'));
    const { decision, reason } = body.value;
    if (request === undefined || !takesDecision(request, decision)) {
      return refuse(c, problem(404, 'no_such_request', 'There is no such request for approval.'));
    }
    const edited = decision === 'edit' ? editedArguments(body.value.arguments) : undefined;
    if (decision === 'edit' && edited === undefined) {
      return refuse(c, problem(400, 'bad_arguments', 'The arguments are not a JSON object, or too much for a call.'));
    }
    const unfit = await editProblem(services, state.value, request, edited);
    if (unfit !== undefined) return refuse(c, problem(422, 'bad_arguments', unfit));
    return settle(
      c,
      services,
      { state: state.value, request },
      {
        decision,
        ...(edited === undefined ? {} : { executed_arguments: edited }),
        ...(reason === undefined ? {} : { reason }),
      },
    );
  });
}

/** Told before anything is recorded: then the person can still put it right. */
async function editProblem(
  { runner }: Services,
  state: ThreadState,
  request: Request,
  edited: string | undefined,
): Promise<string | undefined> {
  const call = request.call === undefined ? undefined : state.calls.byPlace.get(request.call);
  if (edited === undefined || call === undefined || !isOpen(state, request.id)) return undefined;
  return runner.editProblem(state, call.name, edited);
}

/** A question can be declined, and is answered otherwise. */
function takesDecision({ kind }: Request, decision: RequestResolved['decision']): boolean {
  return kind === 'approval' || kind === 'plan' || decision === 'deny';
}

async function settle(
  c: HttpContext,
  services: Services,
  { state: before, request }: { readonly state: ThreadState; readonly request: Request },
  resolution: Resolution,
): Promise<Response> {
  const thread = before.id;
  if (isOpen(before, request.id) && services.now() > (request.expiresAt ?? Infinity)) {
    return refuse(c, problem(409, 'expired', 'The time for this is over.'));
  }
  const draft: EventDraft = { type: 'request.resolved', request: request.id, by: HUMAN, ...resolution };
  const resolved = await services.ledger.append(thread, [draft]);
  if (resolved.ok) {
    services.runner.wake(thread);
    return c.json({ request: request.id, event: resolved.value[0] });
  }
  if (resolved.error.code !== 'request_not_open') return refuse(c, ledgerProblem(resolved.error));
  const state = await services.ledger.state(thread);
  const now = state.ok ? state.value.requests.get(request.id) : undefined;
  if (now?.settled === undefined || !isSameSettlement(now.settled, resolution)) {
    return refuse(c, problem(409, 'already_settled', settledWords(now)));
  }
  return c.json({ request: request.id });
}

function settledWords(request: Request | undefined): string {
  if (request?.settled === undefined) return 'This is not asked any more.';
  const words =
    request.settled.decision === 'answered'
      ? `the answer was “${settledText(request).slice(0, 200)}”`
      : decisionText(request);
  return `This is settled already: ${words}.`;
}

function isSameSettlement(settled: NonNullable<Request['settled']>, resolution: Resolution): boolean {
  return (
    settled.decision === resolution.decision &&
    settled.executedArguments === resolution.executed_arguments &&
    isDeepStrictEqual(settled.answers, resolution.answers ?? [])
  );
}

/** The open request of a call, else the last one it had. Ids of calls may come again in later steps. */
function findByCall(state: ThreadState, call: string): Request | undefined {
  const requests = [...state.requests.entries()]
    .map(([, request]) => request)
    .filter((request) => request.call !== undefined && state.calls.byPlace.get(request.call)?.id === call);
  return requests.find(({ id }) => isOpen(state, id)) ?? requests.toSorted((a, b) => a.openedAt - b.openedAt).at(-1);
}

/** As JSON text, however it was given; undefined if it is no object, or more than a call may have. */
function editedArguments(given: unknown): string | undefined {
  const text = typeof given === 'string' ? given : (JSON.stringify(given) ?? '');
  if (jsonExcess(text, ARGUMENT_BOUNDS) !== undefined) return undefined;
  return isFields(parsedJson(text)) ? text : undefined;
}
