/** Which model answers: the one that was asked for, else of the first provider that the environment has a key or an address for. */
import type { DebugLog } from '@toolthread/providers';
import type { Model } from '@toolthread/core/context';
import { credentialOf, PROVIDER_CHOICES, valueOf } from './provider-choices.ts';
import type { Environment, ProviderChoice } from './provider-choices.ts';

/** What `--provider` takes. */
export const PROVIDERS: readonly string[] = PROVIDER_CHOICES.map(({ name }) => name);

/** What the person asked for; of what is undefined the environment decides. */
export interface AskedModel {
  readonly provider: string | undefined;
  readonly model: string | undefined;
  readonly baseURL: string | undefined;
  readonly contextTokens: number | undefined;
}

export interface ChosenModel {
  readonly model: Model;
  /** The option or the variable that it was chosen by. */
  readonly by: string;
  /** Variables of other providers that are set, and not used. */
  readonly unused: readonly string[];
}

export type Choosing =
  | { readonly ok: true; readonly chosen: ChosenModel | undefined }
  | { readonly ok: false; readonly reason: string };

/** None if there is neither key nor address: then the demo agent answers. `log` gets everything that goes over the wire. */
export async function chooseModel(env: Environment, asked: AskedModel, log?: DebugLog): Promise<Choosing> {
  const named = PROVIDER_CHOICES.flatMap((choice) => {
    const by = [...choice.keys, choice.address].find((name) => valueOf(env[name]) !== undefined);
    return by === undefined ? [] : [{ choice, by }];
  });
  const first = choiceAsked(asked) ?? named[0];
  if (first === undefined)
    return asked.model === undefined ? { ok: true, chosen: undefined } : { ok: false, reason: NO_KEY };
  const { choice, by } = first;
  const baseURL = asked.baseURL ?? valueOf(env[choice.address]);
  if (baseURL !== undefined && !isAddress(baseURL))
    return { ok: false, reason: notAnAddress(asked.baseURL === undefined ? choice.address : '--base-url') };
  const credential = credentialOf(choice, env);
  if (credential === undefined && baseURL === undefined)
    return { ok: false, reason: `--provider ${choice.name} needs a key: set ${choice.keys.join(' or ')}.` };
  // Loaded when it is needed: the providers' clients take longer to load than the server takes to start.
  const { askContextTokens, contextTokensOf, createModel } = await import('@toolthread/providers');
  const name = asked.model ?? choice.model;
  const contextTokens =
    asked.contextTokens ??
    contextTokensOf(name) ??
    (baseURL === undefined ? undefined : await askContextTokens(baseURL, name));
  const model = createModel({
    provider: choice.provider(baseURL),
    model: name,
    // A local server may need no key, but its client does.
    ...(credential ?? { apiKey: 'none' }),
    ...(baseURL === undefined ? {} : { baseURL }),
    ...(contextTokens === undefined ? {} : { contextTokens }),
    ...(log === undefined ? {} : { log }),
  });
  const unused = named.filter((other) => other.choice !== choice).map((other) => other.by);
  return { ok: true, chosen: { model, by, unused } };
}

/**
 * The environment, with the address that was asked for in place of the provider's own: whoever lists its models, or makes another of them, asks there too.
 * `withAskedAddress(process.env, { provider: 'openai', baseURL: 'http://127.0.0.1:8080/v1' })`
 */
export function withAskedAddress(env: Environment, asked: Pick<AskedModel, 'provider' | 'baseURL'>): Environment {
  const asking = choiceAsked(asked);
  if (asking === undefined || asked.baseURL === undefined) return env;
  return { ...env, [asking.choice.address]: asked.baseURL };
}

function isAddress(text: string): boolean {
  return /^https?:$/.test(URL.canParse(text) ? new URL(text).protocol : '');
}

/** Not what was given: there may be a password in it. */
function notAnAddress(name: string): string {
  return `${name} needs an address that begins with http:// or https://.`;
}

const NO_KEY = '--model needs a provider: set one of its variables, or give --provider or --base-url.';

/** An address alone is that of a server that speaks OpenAI's API, as most do. */
function choiceAsked({
  provider,
  baseURL,
}: Pick<AskedModel, 'provider' | 'baseURL'>): { readonly choice: ProviderChoice; readonly by: string } | undefined {
  const choice = PROVIDER_CHOICES.find(
    ({ name }) => name === (provider ?? (baseURL === undefined ? undefined : 'openai')),
  );
  return choice === undefined ? undefined : { choice, by: provider === undefined ? '--base-url' : '--provider' };
}
