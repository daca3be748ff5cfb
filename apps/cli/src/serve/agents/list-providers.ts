/** Whose models can be chosen: of the providers whose key is found, and of the servers that run on this computer. */
import type { ListedProvider } from '@toolthread/server';
import { credentialOf, PROVIDER_CHOICES, valueOf } from '../provider-choices.ts';
import type { Credential, Environment, ProviderChoice } from '../provider-choices.ts';
import { LOCAL_PATIENCE_MS } from './local-servers.ts';
import type { LocalServer } from './local-servers.ts';

export interface ProvidersAsked {
  readonly env: Environment;
  readonly local: readonly LocalServer[];
  /** Takes secrets out of what strangers say. */
  readonly withoutSecrets: (text: string) => string;
  readonly now: () => number;
}

/** How long an answer holds: a page that is opened again asks nobody. */
const HOLDS_MS = 60_000;

/** `const list = listProviders(asked); await list()` */
export function listProviders(asked: ProvidersAsked): () => Promise<readonly ListedProvider[]> {
  let known: { readonly at: number; readonly list: Promise<readonly ListedProvider[]> } | undefined;
  return () => {
    if (known === undefined || asked.now() - known.at > HOLDS_MS) known = { at: asked.now(), list: ask(asked) };
    return known.list;
  };
}

function ask({ env, local, withoutSecrets }: ProvidersAsked): Promise<readonly ListedProvider[]> {
  return Promise.all([
    ...PROVIDER_CHOICES.map((choice) => askProvider(choice, env, withoutSecrets)),
    ...local.map((server) => askLocal(server, withoutSecrets)),
  ]);
}

async function askProvider(
  choice: ProviderChoice,
  env: Environment,
  withoutSecrets: (text: string) => string,
): Promise<ListedProvider> {
  const known = { name: choice.name, kind: 'provider', by: choice.keys } as const;
  const credential = credentialOf(choice, env);
  const address = valueOf(env[choice.address]);
  if (credential === undefined && address === undefined) return { ...known, state: 'missing', models: [] };
  const about = credential === undefined ? ({ ...known, keyless: true } as const) : known;
  const { listModels } = await import('@toolthread/providers');
  const listed = await listModels({ address: choice.lists(address), headers: shown(choice, credential) });
  if (listed.ok) return { ...about, state: 'found', models: clean([choice.model, ...listed.models], withoutSecrets) };
  const problem = withoutSecrets(listed.message);
  const isRefused = listed.status === 401 || listed.status === 403;
  if (isRefused) return { ...about, state: 'refused', problem, models: [] };
  // It has no list, or does not answer now: its usual model can be asked for all the same.
  return { ...about, state: listed.status === 0 ? 'unreachable' : 'found', problem, models: [choice.model] };
}

function shown(choice: ProviderChoice, credential: Credential | undefined): { readonly [name: string]: string } {
  if (credential === undefined) return {};
  return 'headers' in credential ? credential.headers : choice.shows(credential.apiKey);
}

async function askLocal(
  { name, address }: LocalServer,
  withoutSecrets: (text: string) => string,
): Promise<ListedProvider> {
  const about = { name, kind: 'local server', by: [address] } as const;
  const { listModels } = await import('@toolthread/providers');
  const listed = await listModels({ address, patienceMs: LOCAL_PATIENCE_MS });
  if (!listed.ok) return { ...about, state: 'missing', models: [] };
  return { ...about, state: 'found', models: clean(listed.models, withoutSecrets) };
}

/** A name that holds a secret is nobody's model. */
function clean(models: readonly string[], withoutSecrets: (text: string) => string): readonly string[] {
  return [...new Set(models)].filter((name) => withoutSecrets(name) === name);
}
