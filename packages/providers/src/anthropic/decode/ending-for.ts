import type { FinishReason } from '@toolthread/core';
import { fieldsOf, textOf } from '@toolthread/core/json';
import type { Ending } from '../../wire/decode/decoder.ts';

/** `endingFor('end_turn', undefined).reason === 'stop'` */
export function endingFor(stopReason: string, details: unknown): Ending {
  const reason = REASONS.get(stopReason) ?? 'unknown';
  if (reason === 'overflow') {
    return { reason, error: { message: 'The context window is full.', code: stopReason, retryable: false } };
  }
  if (reason === 'unknown') {
    return {
      reason,
      error: { message: `The model stopped for an unknown reason: ${stopReason}.`, code: stopReason },
    };
  }
  const { explanation, category } = fieldsOf(details);
  const message = reason === 'refusal' ? (textOf(explanation) ?? textOf(category)) : undefined;
  return message === undefined ? { reason } : { reason, error: { message, code: textOf(category) ?? stopReason } };
}

const REASONS: ReadonlyMap<string, FinishReason> = new Map([
  ['end_turn', 'stop'],
  ['stop_sequence', 'stop'],
  ['tool_use', 'tool_calls'],
  ['max_tokens', 'length'],
  ['pause_turn', 'pause'],
  ['compaction', 'pause'],
  ['refusal', 'refusal'],
  ['model_context_window_exceeded', 'overflow'],
]);
