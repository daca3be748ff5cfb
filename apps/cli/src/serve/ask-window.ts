import { fieldsOf, listOf, textOf, wholeNumberOf } from '@toolthread/core/json';

const PATIENCE_MS = 2000;
/** As vLLM, LM Studio, OpenRouter and others call it. */
const NAMES = ['max_model_len', 'context_length', 'max_context_length', 'context_window', 'loaded_context_length'];

/** The size of a model's window, as an OpenAI-compatible server tells it in its list of models; undefined where it does not. */
export async function askWindow(baseURL: string, model: string): Promise<number | undefined> {
  try {
    const answer = await fetch(`${baseURL.replace(/\/$/, '')}/models`, { signal: AbortSignal.timeout(PATIENCE_MS) });
    const body: unknown = await answer.json();
    const entry = listOf(fieldsOf(body)['data'])
      .map(fieldsOf)
      .find(({ id }) => textOf(id) === model);
    return NAMES.map((name) => wholeNumberOf(entry?.[name])).find((size) => size !== undefined && size >= 1000);
  } catch {
    return undefined;
  }
}
