import { isDeepStrictEqual } from 'node:util';
import { type EventDraft, type LedgerEvent, type Request, type ThreadState } from '@toolthread/core';
import { asksApproval, maySettle } from '@toolthread/core/queries';
import { isOpen } from '@toolthread/core/summary';
import type { RequestResolved } from '@toolthread/core/events';
import { decisionText, settledText } from '@toolthread/core/lines';
import { tooLittle } from '../../access/guard.ts';
import { allowed } from '../../access/may.ts';
import { ledgerProblem, type Problem, problem } from '../../http/problem.ts';
import type { Sender } from '../messages/person-of.ts';
import type { Services } from '../services.ts';

export type Resolution = Pick<RequestResolved, 'decision' | 'answers' | 'executed_arguments' | 'reason'>;

/** Who settles it, and what they are in the thread. */
export type Decider = Pick<Sender, 'by' | 'standing' | 'always'>;

export interface Asked {
  readonly state: ThreadState;
  readonly request: Request;
}

/** `event`: absent if the same was recorded before. */
type Settled = { readonly ok: true; readonly event?: LedgerEvent } | { readonly ok: false; readonly problem: Problem };

/** A person has decided. The first settlement wins; the same one again is no error. */
export async function settleRequest(
  services: Services,
  { state: before, request }: Asked,
  resolution: Resolution,
  { by, standing, always }: Decider,
): Promise<Settled> {
  const thread = before.id;
  // Whatever the route.
  if (!maySettle(request, allowed(standing ?? 'visitor')))
    return { ok: false, problem: tooLittle(standing ?? 'visitor', asksApproval(request) ? 'approve' : 'write') };
  if (resolution.decision === 'always' && !always) return { ok: false, problem: NOT_ALWAYS };
  if (isOpen(before, request.id) && services.now() > (request.expiresAt ?? Infinity))
    return { ok: false, problem: problem(409, 'expired', 'This request has expired.') };
  const draft: EventDraft = { type: 'request.resolved', request: request.id, by, ...resolution };
  const resolved = await services.ledger.append(thread, [draft]);
  if (resolved.ok) {
    services.runner.wake(thread);
    const [event] = resolved.value;
    return event === undefined ? { ok: true } : { ok: true, event };
  }
  if (resolved.error.code !== 'request_not_open') return { ok: false, problem: ledgerProblem(resolved.error) };
  const state = await services.ledger.state(thread);
  const now = state.ok ? state.value.requests.get(request.id) : undefined;
  return isSettledSo(now, resolution) ? { ok: true } : { ok: false, problem: alreadySettled(now) };
}

const NOT_ALWAYS = problem(
  403,
  'not_allowed',
  'Always allowed, it would run in threads of others, too: that is for the operator. Allow it in this thread.',
);

/** Somebody was first, and decided otherwise; or it is over, as `ending` says. */
export function alreadySettled(request: Request | undefined, ending?: string): Problem {
  return problem(
    409,
    'already_settled',
    ending === undefined ? settledWords(request) : `This request is no longer open. ${ending}`,
  );
}

function settledWords(request: Request | undefined): string {
  if (request?.settled === undefined) return 'This request is no longer open.';
  const words =
    request.settled.decision === 'answered'
      ? `the answer was “${settledText(request).slice(0, 200)}”`
      : decisionText(request);
  return `This is settled already: ${words}.`;
}

/** Whether it was settled in just this way: then it is only said again. */
export function isSettledSo(request: Request | undefined, resolution: Resolution): boolean {
  const settled = request?.settled;
  return (
    settled !== undefined &&
    settled.decision === resolution.decision &&
    settled.executedArguments === resolution.executed_arguments &&
    isDeepStrictEqual(settled.answers, resolution.answers ?? [])
  );
}
