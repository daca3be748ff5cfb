/** What other back ends call things, in the ledger's closed words. */
import type { Failure, Usage } from '../../ledger/content-part.ts';
import type { Outcome, Phase, RunStatus } from '../../ledger/ledger-event.ts';
import { OUTCOMES, RUN_STATUSES, wordIn } from '../../ledger/word-in.ts';
import type { FinishReason } from '../../ledger/finish-reason.ts';
import { isFields, numberOf } from '../../ledger/json/fields.ts';
import type { Fields } from '../../ledger/json/fields.ts';

/** `runStatusOf('processing') === 'running'`: `stopped` ended before its end; `idle` waits for a person to say something. */
export function runStatusOf(word: unknown): RunStatus | undefined {
  switch (word) {
    case 'pending':
      return 'queued';
    case 'processing':
      return 'running';
    case 'idle':
      return 'awaiting_user';
    case 'canceled':
    case 'stopped':
      return 'cancelled';
    default:
      return wordIn(RUN_STATUSES, word);
  }
}

/** `finishReasonOf('tool_use') === 'tool_calls'` */
export function finishReasonOf(word: unknown): FinishReason {
  switch (typeof word === 'string' ? word.toLowerCase() : '') {
    case 'stop':
    case 'end_turn':
    case 'completed':
      return 'stop';
    case 'tool_calls':
    case 'tool_use':
    case 'function_call':
      return 'tool_calls';
    case 'length':
    case 'max_tokens':
    case 'max_output_tokens':
      return 'length';
    case 'refusal':
    case 'content_filter':
    case 'safety':
    case 'recitation':
      return 'refusal';
    case 'pause':
    case 'pause_turn':
      return 'pause';
    case 'error':
      return 'error';
    case 'aborted':
    case 'cancelled':
      return 'aborted';
    default:
      return 'unknown';
  }
}

/** `usageOf({ prompt_tokens: 10, completion_tokens: 5 })`; undefined if one of the two is missing. */
export function usageOf(value: unknown): Usage | undefined {
  if (!isFields(value)) return undefined;
  const input = numberOf(value['input_tokens'] ?? value['prompt_tokens'] ?? value['input']);
  const output = numberOf(value['output_tokens'] ?? value['completion_tokens'] ?? value['output']);
  return input === undefined || output === undefined ? undefined : { input_tokens: input, output_tokens: output };
}

/** It says that the call went well, and not what it gave. */
export function isBareSuccess(payload: Fields): boolean {
  const outcome = outcomeOf(payload['outcome']) ?? 'done';
  const told = ['result', 'tool_result', 'result_summary', 'content', 'error', 'tool_error'];
  return payload['success'] === true && outcome === 'done' && told.every((field) => payload[field] === undefined);
}

/** A list of messages; some back ends only count. */
export function stepError(errors: unknown, code?: string): { readonly error?: Failure } {
  const list: readonly unknown[] = Array.isArray(errors) ? errors : [errors];
  const messages = list.filter((error) => typeof error === 'string' && error !== '');
  return messages.length === 0
    ? {}
    : { error: { message: messages.join('; '), ...(code === undefined ? {} : { code }) } };
}

/** `outcomeOf('denied') === 'denied'`: a back end of ours says more than that a call failed. */
export function outcomeOf(word: unknown): Outcome | undefined {
  return wordIn(OUTCOMES, word);
}

export function phaseOf(word: unknown): Phase | undefined {
  return word === 'commentary' || word === 'answer' ? word : undefined;
}
