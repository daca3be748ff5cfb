import type { Usage } from '../../../ledger/content-part.ts';
import type { Json } from '../../../ledger/json/json.ts';
import type { Request, ThreadState } from '../../../ledger/thread-state.ts';
import type { UiUsage } from './ui-message.ts';

/** Our `input_tokens` leaves the cache out; the SDK counts it in. */
export function uiUsage(usage: Usage): UiUsage {
  const { input_tokens: input, cache_read_tokens: read = 0, cache_write_tokens: written = 0 } = usage;
  return { inputTokens: input + read + written, outputTokens: usage.output_tokens };
}

/** What a person is asked, and how it was settled. */
export function requestData(state: ThreadState, request: Request): Json {
  const { kind, title, questions, proposedArguments, covers, keepsAlways, expiresAt, settled } = request;
  const call = request.call === undefined ? undefined : state.calls.byPlace.get(request.call);
  return {
    kind,
    ...(call === undefined ? {} : { toolCallId: call.outwardId }),
    ...(title === undefined ? {} : { title }),
    ...(questions.length === 0
      ? {}
      : {
          questions: questions.map(({ options = [], ...rest }) => ({
            ...rest,
            options: options.map((option) => ({ ...option })),
          })),
        }),
    ...(proposedArguments === undefined ? {} : { proposedArguments }),
    ...(covers === undefined ? {} : { covers }),
    ...(keepsAlways ? { keepsAlways } : {}),
    ...(expiresAt === undefined ? {} : { expiresAt }),
    ...(settled === undefined ? {} : { decision: settled.decision }),
  };
}
