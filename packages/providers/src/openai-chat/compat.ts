/** The profiles of servers for Chat Completions: what they do not agree on. */
import type { IdRule } from '../wire/encode/wire-id.ts';
import { RULES } from './rules.ts';

/**
 * `openai`: the official service. `compatible`: most others (Ollama, vLLM, OpenRouter, Groq, xAI, Together).
 * `deepseek` and `mistral`: their own services, which refuse what the others take.
 */
export type Compat = 'openai' | 'compatible' | 'deepseek' | 'mistral';

export interface Profile {
  readonly ids: IdRule;
  readonly maxTokens: 'max_completion_tokens' | 'max_tokens';
  /** Whether the request has to ask for the usage. */
  readonly usage: 'asked' | 'unasked';
  /** How the model's own reasoning goes back: not at all, in the field it came in, in a field that must be there, in the content. */
  readonly reasoning: 'none' | 'as-it-came' | 'always' | 'as-content';
  readonly noContent: null | '';
  readonly refusal: 'field' | 'words';
  /** Whether results repeat the name of their tool: chat templates of open models read it. */
  readonly resultName: 'named' | 'unnamed';
  readonly media: 'images-and-files' | 'images' | 'none';
  /** `strict`: system messages first, an assistant between results and the user, and never an assistant last. */
  readonly order: 'free' | 'strict';
}

export const PROFILES: Readonly<Record<Compat, Profile>> = {
  openai: {
    ids: RULES.ids,
    maxTokens: 'max_completion_tokens',
    usage: 'asked',
    reasoning: 'none',
    noContent: null,
    refusal: 'field',
    resultName: 'unnamed',
    media: 'images-and-files',
    order: 'free',
  },
  compatible: {
    ids: RULES.ids,
    maxTokens: 'max_tokens',
    usage: 'asked',
    reasoning: 'as-it-came',
    noContent: null,
    refusal: 'words',
    resultName: 'named',
    media: 'images',
    order: 'free',
  },
  deepseek: {
    ids: RULES.ids,
    maxTokens: 'max_tokens',
    usage: 'asked',
    reasoning: 'always',
    noContent: '',
    refusal: 'words',
    resultName: 'unnamed',
    media: 'none',
    order: 'free',
  },
  mistral: {
    ids: { legal: /^[A-Za-z0-9]{9}$/, prefix: '', digits: 9 },
    maxTokens: 'max_tokens',
    usage: 'unasked',
    reasoning: 'as-content',
    noContent: '',
    refusal: 'words',
    resultName: 'named',
    media: 'images',
    order: 'strict',
  },
};

const HOSTS: readonly (readonly [host: string, compat: Compat])[] = [
  ['deepseek.com', 'deepseek'],
  ['mistral.ai', 'mistral'],
  ['openrouter.ai', 'compatible'],
  ['groq.com', 'compatible'],
  ['x.ai', 'compatible'],
  ['together.xyz', 'compatible'],
];

/** The profile of the server at this address: `compatAt('https://api.mistral.ai/v1') === 'mistral'`. */
export function compatAt(baseURL: string | undefined): Compat {
  const host = baseURL !== undefined && URL.canParse(baseURL) ? new URL(baseURL).hostname : '';
  return HOSTS.find(([known]) => host === known || host.endsWith(`.${known}`))?.[1] ?? 'openai';
}
