import { asksApproval } from '@toolthread/core/queries';
import { isOpen } from '@toolthread/core/summary';
import type { Request, ThreadState } from '@toolthread/core';
import type { RequestResolved } from '@toolthread/core/events';
import type { Hono } from 'hono';
import { answersBody, decisionBody, readBody } from '../../http/body/read-body.ts';
import { type Http, refuse, type HttpContext } from '../../http/http.ts';
import { ledgerProblem, problem } from '../../http/problem.ts';
import { senderOf } from '../messages/person-of.ts';
import type { Services } from '../services.ts';
import { decisionResolution } from './decision-resolution.ts';
import { type Asked, type Resolution, settleRequest } from './settle-request.ts';

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
    if (request === undefined || asksApproval(request)) {
      return refuse(c, problem(404, 'no_such_question', 'This call asks no question.'));
    }
    const asked = new Set(request.questions.map(({ question }) => question));
    const strange = answers.find(({ question }) => asked.size > 0 && !asked.has(question));
    if (strange !== undefined) {
      return refuse(
        c,
        problem(
          400,
          'unknown_question',
          `Nobody asked: ${strange.question.slice(0, 200)}. "question" is the text of the question.`,
        ),
      );
    }
    return settle(c, services, { state: state.value, request }, { decision: 'answered', answers });
  });

  app.post('/api/threads/:id/approvals/:request', async (c) => {
    const body = await readBody(c, decisionBody);
    if (!body.ok) return refuse(c, body.problem);
    const state = await services.ledger.state(c.req.param('id'));
    if (!state.ok) return refuse(c, ledgerProblem(state.error));
    const request = state.value.requests.get(c.req.param('request'));
    if (request === undefined || !takesDecision(request, body.value.decision)) {
      return refuse(c, problem(404, 'no_such_request', 'There is no such request for approval.'));
    }
    const asked = { state: state.value, request };
    const resolution = await decisionResolution(services, asked, body.value);
    return 'status' in resolution ? refuse(c, resolution) : settle(c, services, asked, resolution);
  });
}

/** A question can be declined, and is answered otherwise. */
function takesDecision(request: Request, decision: RequestResolved['decision']): boolean {
  return asksApproval(request) || decision === 'deny';
}

async function settle(c: HttpContext, services: Services, asked: Asked, resolution: Resolution): Promise<Response> {
  const settled = await settleRequest(services, asked, resolution, senderOf(c, ''));
  return settled.ok ? c.json({ request: asked.request.id, event: settled.event }) : refuse(c, settled.problem);
}

/**
 * The open request of a call, else the last one it had. A call is named by its id, which may come again in later steps; by its place, as in a
 * `Request`; or as in the contract and in chats, where no two have one name.
 */
function findByCall(state: ThreadState, name: string): Request | undefined {
  const place = state.calls.outward.get(name) ?? name;
  const all = [...state.requests.values()];
  const isOf = ({ call }: Request): boolean =>
    call === place || (call !== undefined && state.calls.byPlace.get(call)?.id === name);
  const meant = all.filter(({ call, id }) => call === place && isOpen(state, id));
  const requests = meant.length > 0 ? meant : all.filter(isOf);
  return requests.find(({ id }) => isOpen(state, id)) ?? requests.toSorted((a, b) => a.openedAt - b.openedAt).at(-1);
}
