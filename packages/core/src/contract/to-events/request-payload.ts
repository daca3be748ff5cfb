import type { Json } from '../../ledger/json/json.ts';
import type { Request, ThreadState } from '../../ledger/thread-state.ts';

/** What a person is asked. */
export function requestPayload(state: ThreadState, request: Request): { readonly [name: string]: unknown } {
  const call = request.call === undefined ? undefined : state.calls.byPlace.get(request.call);
  return {
    request: request.id,
    kind: request.kind,
    tool_call_id: call?.outwardId ?? null,
    ...(request.title === undefined ? {} : { title: request.title }),
    ...(request.questions.length === 0 ? {} : { questions: request.questions }),
    ...(request.proposedArguments === undefined ? {} : { proposed_arguments: request.proposedArguments }),
    ...(request.covers === undefined ? {} : { covers: request.covers }),
    ...(request.keepsAlways ? { keeps_always: true } : {}),
    ...(request.expiresAt === undefined ? {} : { expires_at: request.expiresAt }),
  };
}

/** How it was settled. */
export function settledPayload({ id, settled }: Request): { [name: string]: Json | undefined } {
  return {
    request: id,
    decision: settled?.decision ?? 'withdrawn',
    ...(settled === undefined || settled.answers.length === 0
      ? {}
      : { answers: settled.answers.map((each) => ({ ...each, values: [...each.values] })) }),
    ...(settled?.executedArguments === undefined ? {} : { executed_arguments: settled.executedArguments }),
    ...(settled?.reason === undefined ? {} : { reason: settled.reason }),
    ...(settled?.by === undefined ? {} : { by: settled.by }),
  };
}
