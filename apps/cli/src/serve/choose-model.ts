/** Which model answers: the first provider that the environment has a key or an address for. */
import type { ModelProvider } from '@toolthread/providers';
import type { Model } from '@toolthread/core/context';

type Environment = { readonly [name: string]: string | undefined };

interface Choice {
  readonly key: string;
  readonly address: string;
  readonly provider: (address: string | undefined) => ModelProvider;
  readonly model: string;
}

const CHOICES: readonly Choice[] = [
  { key: 'ANTHROPIC_API_KEY', address: 'ANTHROPIC_BASE_URL', provider: () => 'anthropic', model: 'claude-opus-4-7' },
  {
    key: 'OPENAI_API_KEY',
    address: 'OPENAI_BASE_URL',
    // An address that is not OpenAI's own is a compatible server: these speak the older API, Chat Completions.
    provider: (address) => (address === undefined ? 'openai-responses' : 'openai-chat'),
    model: 'gpt-5.5',
  },
  { key: 'GEMINI_API_KEY', address: 'GEMINI_BASE_URL', provider: () => 'gemini', model: 'gemini-3-pro' },
];

/** Undefined where there is neither key nor address: then the demo agent answers. */
export async function chooseModel(env: Environment): Promise<Model | undefined> {
  for (const { key, address, provider, model } of CHOICES) {
    const apiKey = set(env[key]);
    const baseURL = set(env[address]);
    if (apiKey === undefined && baseURL === undefined) continue;
    // Loaded when it is needed: the providers' clients take longer to load than the server takes to start.
    const { createModel } = await import('@toolthread/providers');
    return createModel({
      provider: provider(baseURL),
      model: set(env['TOOLTHREAD_MODEL']) ?? model,
      // A local server may need no key, but its client does.
      apiKey: apiKey ?? 'none',
      ...(baseURL === undefined ? {} : { baseURL }),
    });
  }
  return undefined;
}

function set(value: string | undefined): string | undefined {
  return value === '' ? undefined : value;
}
