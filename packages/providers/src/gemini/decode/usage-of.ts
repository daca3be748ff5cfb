import type { Usage } from '@toolthread/core';
import { isFields, wholeNumberOf } from '@toolthread/core/json';

/** Each report is a total. Tokens read from the cache are counted apart; tokens of thoughts are part of the output. */
export function usageOf(reported: unknown): Usage | undefined {
  if (!isFields(reported)) return undefined;
  const cached = wholeNumberOf(reported['cachedContentTokenCount']);
  const thought = wholeNumberOf(reported['thoughtsTokenCount']);
  const prompt =
    (wholeNumberOf(reported['promptTokenCount']) ?? 0) + (wholeNumberOf(reported['toolUsePromptTokenCount']) ?? 0);
  return {
    input_tokens: Math.max(0, prompt - (cached ?? 0)),
    output_tokens: (wholeNumberOf(reported['candidatesTokenCount']) ?? 0) + (thought ?? 0),
    ...(cached === undefined ? {} : { cache_read_tokens: cached }),
    ...(thought === undefined ? {} : { reasoning_tokens: thought }),
  };
}
