/** How a response ended and how many tokens it took, as the ledger says it. */
import type { FinishReason, Usage } from '@toolthread/core';
import { fieldsOf, wholeNumberOf } from '@toolthread/core/json';
import type { Fields } from '@toolthread/core/json';

const REASONS: ReadonlyMap<string, FinishReason> = new Map([
  ['stop', 'stop'],
  ['eos', 'stop'],
  ['eos_token', 'stop'],
  ['end_turn', 'stop'],
  ['stop_sequence', 'stop'],
  ['tool_calls', 'tool_calls'],
  ['tool_use', 'tool_calls'],
  ['function_call', 'tool_calls'],
  ['length', 'length'],
  ['max_tokens', 'length'],
  ['model_length', 'length'],
  ['content_filter', 'refusal'],
  ['safety', 'refusal'],
  ['sensitive', 'refusal'],
  ['error', 'error'],
  ['insufficient_system_resource', 'error'],
]);

/** `reasonOf('model_length') === 'length'` */
export function reasonOf(finish: string): FinishReason {
  return REASONS.get(finish) ?? 'unknown';
}

/** Tokens read from the cache are counted apart, as the ledger has it: `input_tokens` are the rest. */
export function usageOf(value: unknown): Usage | undefined {
  const usage = fieldsOf(value);
  const input = wholeNumberOf(usage['prompt_tokens']) ?? wholeNumberOf(usage['input_tokens']);
  const output = wholeNumberOf(usage['completion_tokens']) ?? wholeNumberOf(usage['output_tokens']);
  if (input === undefined && output === undefined) return undefined;
  const prompt = detailsOf(usage, 'prompt_tokens_details', 'input_tokens_details');
  const completion = detailsOf(usage, 'completion_tokens_details', 'output_tokens_details');
  const read = wholeNumberOf(prompt['cached_tokens']) ?? wholeNumberOf(usage['prompt_cache_hit_tokens']) ?? 0;
  const written = wholeNumberOf(prompt['cache_write_tokens']) ?? 0;
  const reasoning = wholeNumberOf(completion['reasoning_tokens']) ?? 0;
  // Some servers count reasoning in the total only.
  const rest = (wholeNumberOf(usage['total_tokens']) ?? 0) - (input ?? 0);
  return {
    input_tokens: Math.max(0, (input ?? 0) - read - written),
    output_tokens: Math.max(output ?? 0, rest),
    ...(read === 0 ? {} : { cache_read_tokens: read }),
    ...(written === 0 ? {} : { cache_write_tokens: written }),
    ...(reasoning === 0 ? {} : { reasoning_tokens: reasoning }),
  };
}

function detailsOf(usage: Fields, chat: string, responses: string): Fields {
  return fieldsOf(usage[chat] ?? usage[responses]);
}
