import type { Provider } from './wire.ts';

export interface Route {
  readonly provider: Provider;
  readonly action: 'generate' | 'count';
  /** Where the address decides it; elsewhere the body does. */
  readonly model?: string;
  readonly stream?: boolean;
}

const FIXED: { readonly [path: string]: Route } = {
  '/v1/messages': { provider: 'anthropic', action: 'generate' },
  '/v1/messages/count_tokens': { provider: 'anthropic', action: 'count' },
  '/v1/chat/completions': { provider: 'openai-chat', action: 'generate' },
  '/v1/responses': { provider: 'openai-responses', action: 'generate' },
  '/v1/responses/input_tokens': { provider: 'openai-responses', action: 'count' },
};
const GEMINI = /^\/v1(?:beta|alpha)?\/models\/([^/:]+):(generateContent|streamGenerateContent|countTokens)$/;

/** `routeOf('/v1/messages')?.provider === 'anthropic'` */
export function routeOf(path: string): Route | undefined {
  const fixed = FIXED[path];
  if (fixed !== undefined) return fixed;
  const [, model, method] = GEMINI.exec(path) ?? [];
  if (model === undefined || method === undefined) return undefined;
  if (method === 'countTokens') return { provider: 'gemini', action: 'count', model };
  return { provider: 'gemini', action: 'generate', model, stream: method === 'streamGenerateContent' };
}
