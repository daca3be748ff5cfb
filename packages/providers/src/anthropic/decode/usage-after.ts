import type { Usage } from '@toolthread/core';
import { fieldsOf, wholeNumberOf } from '@toolthread/core/json';

/** Each report is a total, and later ones leave out what did not change: a field keeps its value until it is reported again. */
export function usageAfter(known: Usage | undefined, reported: unknown): Usage | undefined {
  const fields = fieldsOf(reported);
  const read = wholeNumberOf(fields['cache_read_input_tokens']) ?? known?.cache_read_tokens;
  const written = wholeNumberOf(fields['cache_creation_input_tokens']) ?? known?.cache_write_tokens;
  const thought =
    wholeNumberOf(fieldsOf(fields['output_tokens_details'])['thinking_tokens']) ?? known?.reasoning_tokens;
  const input = wholeNumberOf(fields['input_tokens']) ?? known?.input_tokens;
  const output = wholeNumberOf(fields['output_tokens']) ?? known?.output_tokens;
  if (input === undefined && output === undefined) return known;
  return {
    input_tokens: input ?? 0,
    output_tokens: output ?? 0,
    ...(read === undefined ? {} : { cache_read_tokens: read }),
    ...(written === undefined ? {} : { cache_write_tokens: written }),
    ...(thought === undefined ? {} : { reasoning_tokens: thought }),
  };
}
