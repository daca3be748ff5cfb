/** The providers that the environment may have a key or an address for. */
import type { ModelProvider } from '@toolthread/providers';

export type Environment = { readonly [name: string]: string | undefined };

export interface ProviderChoice {
  readonly name: string;
  readonly keys: readonly string[];
  readonly address: string;
  readonly provider: (address: string | undefined) => ModelProvider;
  readonly model: string;
  /** Where its list of models is. */
  readonly lists: (address: string | undefined) => string;
  /** How it wants to be shown a key. */
  readonly shows: (key: string) => { readonly [header: string]: string };
}

export const PROVIDER_CHOICES: readonly ProviderChoice[] = [
  {
    name: 'anthropic',
    keys: ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN'],
    address: 'ANTHROPIC_BASE_URL',
    provider: () => 'anthropic',
    model: 'claude-opus-4-7',
    lists: (address = 'https://api.anthropic.com') => `${address.replace(/\/$/, '')}/v1`,
    shows: (key) => ({ 'x-api-key': key, 'anthropic-version': '2023-06-01' }),
  },
  {
    name: 'openai',
    keys: ['OPENAI_API_KEY'],
    address: 'OPENAI_BASE_URL',
    // An address that is not OpenAI's own is a compatible server: these speak the older API, Chat Completions.
    provider: (address) => (address === undefined ? 'openai-responses' : 'openai-chat'),
    model: 'gpt-5.5',
    lists: (address = 'https://api.openai.com/v1') => address,
    shows: (key) => ({ authorization: `Bearer ${key}` }),
  },
  {
    name: 'gemini',
    keys: ['GEMINI_API_KEY'],
    address: 'GEMINI_BASE_URL',
    provider: () => 'gemini',
    model: 'gemini-3-pro',
    lists: (address = 'https://generativelanguage.googleapis.com') => `${address.replace(/\/$/, '')}/v1beta`,
    shows: (key) => ({ 'x-goog-api-key': key }),
  },
];

export type Credential = { readonly apiKey: string } | { readonly headers: { readonly authorization: string } };

/** `ANTHROPIC_AUTH_TOKEN` is sent as a bearer's, and not as a key. */
export function credentialOf(
  { keys: [key = '', token = ''] }: Pick<ProviderChoice, 'keys'>,
  env: Environment,
): Credential | undefined {
  const apiKey = valueOf(env[key]);
  if (apiKey !== undefined) return { apiKey };
  const bearer = valueOf(env[token]);
  return bearer === undefined ? undefined : { headers: { authorization: `Bearer ${bearer}` } };
}

/** An empty variable is none. */
export function valueOf(value: string | undefined): string | undefined {
  return value === '' ? undefined : value;
}
