/** How a step of the AI SDK ended, as the ledger says it. */
import type { Failure, Usage } from '../../ledger/content-part.ts';
import type { FinishReason } from '../../ledger/finish-reason.ts';
import { fieldsOf, isFields, textOf, wholeNumberOf } from '../../ledger/json/fields.ts';
import type { Fields } from '../../ledger/json/fields.ts';
import type { EventDraft } from '../../ledger/ledger-event.ts';
import { ownDraft } from '../own-draft.ts';

const REASONS: ReadonlyMap<unknown, FinishReason> = new Map<unknown, FinishReason>([
  ['stop', 'stop'],
  ['tool-calls', 'tool_calls'],
  ['length', 'length'],
  ['content-filter', 'refusal'],
  ['error', 'error'],
  ['interrupted', 'error'],
]);

/** The provider's own reasons, where the SDK says only `other`. */
const RAW_REASONS: ReadonlyMap<unknown, FinishReason> = new Map<unknown, FinishReason>([
  ['pause_turn', 'pause'],
  ['refusal', 'refusal'],
  ['model_context_window_exceeded', 'overflow'],
]);

export const BROKEN_OFF: Failure = {
  message: 'The response broke off before the model had finished.',
  code: 'incomplete_stream',
};

export interface StepEnding {
  readonly reason: FinishReason;
  /** The SDK's word for it. A stream for a page has none at the end of a step. */
  readonly says: string | undefined;
  readonly error?: Failure;
}

export function endingOf({ finishReason, rawFinishReason }: Fields): StepEnding {
  const says = textOf(finishReason);
  const reason = REASONS.get(finishReason) ?? RAW_REASONS.get(rawFinishReason) ?? 'unknown';
  if (finishReason === 'interrupted') return { reason, says, error: BROKEN_OFF };
  if (reason !== 'error') return { reason, says };
  return { reason, says, error: { message: 'The provider ended the response with an error.' } };
}

/** Parts that may come between the end of a step and the part that says why it ended, and that part itself. */
export function mayPrecedeWhy({ type, finishReason }: Fields): boolean {
  if (type === 'finish') return textOf(finishReason) !== undefined;
  return type === 'message-metadata' || textOf(type)?.startsWith('data-') === true;
}

export type HowEnded = Pick<StepEnding, 'reason' | 'error'>;

/** An error ended the response, unless the model went on after it and ended by itself: then the run tells it, beside the answer. */
export function endedBy(said: HowEnded, error: Failure | undefined, wentOn: boolean): HowEnded {
  if (error === undefined || (wentOn && said.reason !== 'error')) return said;
  return { reason: 'error', error };
}

/** Tokens read from and written to the cache are counted apart: `input_tokens` are the rest. */
export function usageOf(value: unknown): Usage | undefined {
  const usage = fieldsOf(value);
  const input = wholeNumberOf(usage['inputTokens']);
  const output = wholeNumberOf(usage['outputTokens']);
  if (input === undefined && output === undefined) return undefined;
  const details = fieldsOf(usage['inputTokenDetails']);
  const read = wholeNumberOf(details['cacheReadTokens']) ?? wholeNumberOf(usage['cachedInputTokens']) ?? 0;
  const written = wholeNumberOf(details['cacheWriteTokens']) ?? 0;
  const reasoning = wholeNumberOf(fieldsOf(usage['outputTokenDetails'])['reasoningTokens']) ?? 0;
  return {
    input_tokens: Math.max(0, (input ?? 0) - read - written),
    output_tokens: output ?? 0,
    ...(read === 0 ? {} : { cache_read_tokens: read }),
    ...(written === 0 ? {} : { cache_write_tokens: written }),
    ...(reasoning === 0 ? {} : { reasoning_tokens: reasoning }),
  };
}

/** How our own streams say that a step ended. */
export function ownEnding(step: number, told: unknown): EventDraft | undefined {
  if (!isFields(told)) return undefined;
  const { finish_reason, discarded, usage, duration_ms, error } = told;
  return ownDraft({ type: 'agent.step.completed', step, finish_reason, discarded, usage, duration_ms, error });
}
