import { type Request } from '@toolthread/core';
import { asksApproval } from '@toolthread/core/queries';
import { isOpen } from '@toolthread/core/summary';
import { fieldsOf, textOf } from '@toolthread/core/json';
import type { AgUiResume } from '../../http/body/ag-ui-body.ts';
import { ledgerProblem, type Problem, problem } from '../../http/problem.ts';
import { LONGEST_REASON } from '@toolthread/core/text';
import { decisionBody } from '../../http/body/read-body.ts';
import { badAnswer, readAnswers } from '../chat/take-answers.ts';
import { decisionResolution, type GivenDecision } from '../requests/decision-resolution.ts';
import type { Services } from '../services.ts';
import { type Asked, type Decider, isSettledSo, type Resolution, settleRequest } from '../requests/settle-request.ts';

/** What became of what a person decided and answered. */
export interface Resumed {
  /** The seq of the last that was recorded, 0 where nothing was. */
  readonly last: number;
  /** What others have settled otherwise before: a client that is refused could say nothing else, so it is told with the run. */
  readonly late: readonly string[];
}

/** What a person decided and answered, as far as it is asked. */
export async function takeResume(
  services: Services,
  thread: string,
  entries: readonly AgUiResume[],
  decider: Decider,
): Promise<Resumed | Problem> {
  if (entries.length === 0) return { last: 0, late: [] };
  const state = await services.ledger.state(thread);
  if (!state.ok) return ledgerProblem(state.error);
  // All of them are looked at before one is recorded: a client that is refused sends all of them again.
  const late: string[] = [];
  const settlings: { readonly asked: Asked; readonly resolution: Resolution }[] = [];
  for (const entry of entries) {
    const request = state.value.requests.get(entry.interruptId);
    if (request === undefined) continue;
    const asked = { state: state.value, request };
    const resolution = await resolutionOf(services, asked, entry);
    if (!isOpen(state.value, request.id)) {
      if ('status' in resolution || !isSettledSo(request, resolution)) late.push(request.id);
      continue;
    }
    if ('status' in resolution) return resolution;
    settlings.push({ asked, resolution });
  }
  let last = 0;
  for (const { asked, resolution } of settlings) {
    const settled = await settleRequest(services, asked, resolution, decider);
    if (!settled.ok && settled.problem.code !== 'already_settled') return settled.problem;
    if (settled.ok) last = settled.event?.seq ?? last;
    else late.push(asked.request.id);
  }
  return { last, late };
}

async function resolutionOf(
  services: Services,
  asked: Asked,
  { status, payload }: AgUiResume,
): Promise<Resolution | Problem> {
  if (status === 'cancelled') return { decision: 'withdrawn' };
  const decision = decisionIn(payload, asked.request);
  if (decision !== undefined) return decisionResolution(services, asked, decision);
  if (asksApproval(asked.request)) return BAD_DECISION;
  const answers = readAnswers(asked.request.questions, payload);
  return answers === undefined ? badAnswer(asked.request.questions) : { decision: 'answered', answers };
}

const BAD_DECISION = problem(
  400,
  'bad_answer',
  'A decision is { "decision": "once", "thread", "always", "deny" or "edit", "reason"?, "arguments"? }, or { "approved": true or false }.',
);

/** A question can be declined, and is answered otherwise. */
function decisionIn(payload: unknown, request: Request): GivenDecision | undefined {
  const { approved, reason } = fieldsOf(payload);
  const why = textOf(reason)?.slice(0, LONGEST_REASON);
  const plain = typeof approved === 'boolean' ? { decision: approved ? 'once' : 'deny' } : undefined;
  const given = plain === undefined ? payload : { ...plain, ...(why === undefined ? {} : { reason: why }) };
  const read = decisionBody.schema.safeParse(given);
  if (!read.success) return undefined;
  return asksApproval(request) || read.data.decision === 'deny' ? read.data : undefined;
}
