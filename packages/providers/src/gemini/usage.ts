import { countOf, isFields } from '@toolthread/core/fields';
import type { Usage } from '@toolthread/core';

/** Each report is a total. What was read from the cache is counted apart, what was thought is part of the output. */
export function usageOf(reported: unknown): Usage | undefined {
  if (!isFields(reported)) return undefined;
  const cached = countOf(reported['cachedContentTokenCount']);
  const thought = countOf(reported['thoughtsTokenCount']);
  const prompt = (countOf(reported['promptTokenCount']) ?? 0) + (countOf(reported['toolUsePromptTokenCount']) ?? 0);
  return {
    input_tokens: Math.max(0, prompt - (cached ?? 0)),
    output_tokens: (countOf(reported['candidatesTokenCount']) ?? 0) + (thought ?? 0),
    ...(cached === undefined ? {} : { cache_read_tokens: cached }),
    ...(thought === undefined ? {} : { reasoning_tokens: thought }),
  };
}
