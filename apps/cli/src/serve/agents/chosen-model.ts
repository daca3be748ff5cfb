/** The model that was chosen for a thread. */
import type { Model } from '@toolthread/core/context';
import type { DebugLog } from '@toolthread/providers';
import type { AgentChoice } from '@toolthread/server';
import { chooseModel } from '../choose-model.ts';
import type { Environment } from '../provider-choices.ts';
import type { LocalServer } from './local-servers.ts';

export interface ChosenModelOptions {
  readonly env: Environment;
  /** The one that the server was started with. */
  readonly usual: Model | undefined;
  readonly local: readonly LocalServer[];
  readonly log: DebugLog | undefined;
}

/** `const modelOf = chosenModel(options); await modelOf({ provider: 'ollama', model: 'qwen3' })`. Each is made once. */
export function chosenModel({ env, usual, local, log }: ChosenModelOptions): (choice: AgentChoice) => Promise<Model> {
  const made = new Map<string, Promise<Model>>();
  const make = async (provider: string, model: string): Promise<Model> => {
    const server = local.find(({ name }) => name === provider);
    const asked = { provider: server === undefined ? provider : 'openai', model, contextTokens: undefined };
    // A server on this computer is shown no key: it may be anybody's program.
    const choosing = await (server === undefined
      ? chooseModel(env, { ...asked, baseURL: undefined }, log)
      : chooseModel({}, { ...asked, baseURL: server.address }, log));
    if (!choosing.ok || choosing.chosen === undefined) throw new Error(`${provider} has no key any more.`);
    return choosing.chosen.model;
  };
  return ({ provider, model }) => {
    if (provider === undefined || model === undefined) {
      return usual === undefined
        ? Promise.reject(new Error('No model was chosen for this thread, and none was set up for this server.'))
        : Promise.resolve(usual);
    }
    const key = `${provider} ${model}`;
    const known = made.get(key) ?? make(provider, model);
    made.set(key, known);
    known.catch(() => made.delete(key));
    return known;
  };
}
