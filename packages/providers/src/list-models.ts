import { fieldsOf, listOf, textOf } from '@toolthread/core/json';
import { boundedFetch } from './wire/transport/bounded-fetch.ts';

/** Whom to ask, with what they want to be shown. */
export interface ModelsAsked {
  /** `https://api.openai.com/v1`: what the list is below. */
  readonly address: string;
  readonly headers?: { readonly [name: string]: string };
  readonly patienceMs?: number;
}

/** The names, in the order in which they were given; or why there are none. `status`: of the answer, 0 where none came. */
export type ListedModels =
  | { readonly ok: true; readonly models: readonly string[] }
  | { readonly ok: false; readonly status: number; readonly message: string };

const PATIENCE_MS = 5000;
const MOST_BYTES = 2_000_000;
/** Of a name, of the list, and of what a refusal says. */
const LONGEST_NAME = 200;
const MOST_MODELS = 500;
const LONGEST_MESSAGE = 300;

/**
 * The models that a provider, or a server that speaks OpenAI's API, offers. All that it says is a stranger's: names are bounded, and so is the list.
 *
 * @example
 * const listed = await listModels({ address: 'http://127.0.0.1:9/v1' });
 * listed.ok ? listed.models : listed.status; //=> 0
 */
export async function listModels({
  address,
  headers = {},
  patienceMs = PATIENCE_MS,
}: ModelsAsked): Promise<ListedModels> {
  try {
    const signal = AbortSignal.timeout(patienceMs);
    const answer = await boundedFetch(`${address.replace(/\/$/, '')}/models`, { signal, headers });
    const text = await textWithin(answer);
    if (text === undefined) return { ok: false, status: answer.status, message: 'Its list of models is too long.' };
    if (!answer.ok) return { ok: false, status: answer.status, message: refusalOf(text) };
    return { ok: true, models: namesIn(JSON.parse(text)) };
  } catch {
    return { ok: false, status: 0, message: 'It does not answer.' };
  }
}

async function textWithin(answer: Response): Promise<string | undefined> {
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for await (const bytes of answer.body ?? []) {
    size += bytes.length;
    if (size > MOST_BYTES) return undefined;
    text += decoder.decode(bytes, { stream: true });
  }
  return text + decoder.decode();
}

/** `data` of most, `models` of Gemini, whose names begin with `models/`. */
function namesIn(body: unknown): string[] {
  const { data, models } = fieldsOf(body);
  const names = [...listOf(data), ...listOf(models)].flatMap((entry) => {
    const { id, name } = fieldsOf(entry);
    const found = (textOf(id) ?? textOf(name) ?? '').replace(/^models\//, '');
    return found === '' || found.length > LONGEST_NAME ? [] : [found];
  });
  return [...new Set(names)].slice(0, MOST_MODELS);
}

/** In the provider's own words, where it has some. */
function refusalOf(text: string): string {
  try {
    const { error } = fieldsOf(JSON.parse(text));
    const message = textOf(fieldsOf(error)['message']) ?? textOf(error);
    if (message !== undefined && message !== '') return message.slice(0, LONGEST_MESSAGE);
  } catch {
    // It is no JSON: whatever page it is, nobody wants to read it.
  }
  return 'It refused.';
}
