/** Which model answers: the first provider that the environment has a key or an address for. */
import type { DebugLog, ModelProvider } from '@toolthread/providers';
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

export interface ChosenModel {
  readonly model: Model;
  /** The variable that it was chosen by. */
  readonly by: string;
  /** Variables of other providers that are set, and not used. */
  readonly unused: readonly string[];
}

/** Undefined where there is neither key nor address: then the demo agent answers. `log` is told all that goes over the wire. */
export async function chooseModel(env: Environment, log?: DebugLog): Promise<ChosenModel | undefined> {
  const named = CHOICES.flatMap((choice) => {
    const by = [choice.key, choice.address].find((name) => set(env[name]) !== undefined);
    return by === undefined ? [] : [{ choice, by }];
  });
  const [first, ...others] = named;
  if (first === undefined) return undefined;
  const { key, address, provider, model } = first.choice;
  const baseURL = set(env[address]);
  // Loaded when it is needed: the providers' clients take longer to load than the server takes to start.
  const { createModel } = await import('@toolthread/providers');
  const made = createModel({
    provider: provider(baseURL),
    model: set(env['TOOLTHREAD_MODEL']) ?? model,
    // A local server may need no key, but its client does.
    apiKey: set(env[key]) ?? 'none',
    ...(baseURL === undefined ? {} : { baseURL }),
    ...(log === undefined ? {} : { log }),
  });
  return { model: made, by: first.by, unused: others.map(({ by }) => by) };
}

function set(value: string | undefined): string | undefined {
  return value === '' ? undefined : value;
}
