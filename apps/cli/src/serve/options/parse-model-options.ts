/** Which model is asked for, by options and by the environment. */
import { PROVIDERS } from '../choose-model.ts';
import type { AskedModel } from '../choose-model.ts';

type Values = {
  readonly [name in 'provider' | 'model' | 'base-url' | 'context-tokens']?: string | undefined;
};
type Environment = { readonly [name: string]: string | undefined };

/** An option wins over its variable. */
export function parseModelOptions(values: Values, env: Environment): AskedModel | { readonly reason: string } {
  const provider = values.provider;
  if (provider !== undefined && !PROVIDERS.includes(provider))
    return { reason: `--provider needs one of ${PROVIDERS.join(', ')}, not "${provider}".` };
  if (values.model === '') return { reason: '--model needs a name.' };
  const tokens = values['context-tokens'] ?? (env['TOOLTHREAD_CONTEXT_TOKENS'] || undefined);
  if (tokens !== undefined && !/^[1-9]\d{3,8}$/.test(tokens))
    return { reason: `--context-tokens needs a number from 1000, not "${tokens}".` };
  return {
    provider,
    model: values.model ?? (env['TOOLTHREAD_MODEL'] || undefined),
    baseURL: values['base-url'],
    contextTokens: tokens === undefined ? undefined : Number(tokens),
  };
}
