import { fieldsOf, listOf, textOf, wholeNumberOf } from '@toolthread/core/json';
import { boundedFetch } from './wire/transport/bounded-fetch.ts';

const PATIENCE_MS = 2000;
/** As vLLM, LM Studio, OpenRouter and others call it. */
const NAMES = ['max_model_len', 'context_length', 'max_context_length', 'context_window', 'loaded_context_length'];

/**
 * The size of a model's context window, from the list of models of an OpenAI-compatible server; undefined if it does not, within two seconds.
 *
 * @example
 * await askContextTokens('http://127.0.0.1:9/v1', 'qwen3'); //=> undefined
 */
export async function askContextTokens(baseURL: string, model: string): Promise<number | undefined> {
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const answer = await boundedFetch(`${baseURL.replace(/\/$/, '')}/models`, { signal });
    const body: unknown = await answer.json();
    const entry = listOf(fieldsOf(body)['data'])
      .map(fieldsOf)
      .find(({ id }) => textOf(id) === model);
    return NAMES.map((name) => wholeNumberOf(entry?.[name])).find((size) => size !== undefined && size >= 1000);
  } catch {
    return undefined;
  }
}
