/** The body of a request, by provider. */
import type { ModelRequest } from '@toolthread/core/context';
import { encode as anthropic } from './anthropic/encode/encode.ts';
import { RULES as ANTHROPIC } from './anthropic/rules.ts';
import { encode as gemini } from './gemini/encode/encode.ts';
import { RULES as GEMINI } from './gemini/rules.ts';
import { PROFILES } from './openai-chat/compat.ts';
import type { Compat } from './openai-chat/compat.ts';
import { encode as chat } from './openai-chat/encode/encode.ts';
import { RULES as CHAT } from './openai-chat/rules.ts';
import { encode as responses } from './openai-responses/encode/encode.ts';
import { RULES as RESPONSES } from './openai-responses/rules.ts';
import type { EncodeNote } from './wire/encode/encode-request.ts';
import { MARKER } from './wire/encode/encode-request.ts';
import type { ModelId } from './wire/encode/model-id.ts';

/** A request as it goes over the wire. */
export interface RequestBody {
  readonly body: object;
  /** What was added because the provider demands it; `text` are the words that are there, if it is words. */
  readonly notes: readonly { readonly kind: EncodeNote; readonly text: string }[];
}

/**
 * The body that the model of this name is sent, by the encoder that sends it. Undefined for a model of another kind.
 *
 * @example
 * const to = { provider: 'anthropic', api: 'messages', model: 'claude-opus-4-7' };
 * requestBody(to, { messages: [], tools: [] })?.notes; //=> [{ kind: 'marker-end', text: 'Continue.' }]
 */
export function requestBody(to: ModelId, request: ModelRequest): RequestBody | undefined {
  const notes: RequestBody['notes'][number][] = [];
  const note = (kind: EncodeNote): void => void notes.push({ kind, text: kind.startsWith('marker') ? MARKER : '' });
  const whole = { ...request, provider: to.provider, model: to.model };
  switch (to.api) {
    case ANTHROPIC.api:
      return { body: anthropic(whole, note), notes };
    case GEMINI.api:
      // Google's client sends this with every body.
      return { body: { generationConfig: {}, ...gemini(whole, note) }, notes };
    case RESPONSES.api:
      return { body: responses(whole, note), notes };
    case CHAT.api:
      return isCompat(to.provider) ? { body: chat({ ...whole, compat: to.provider }, note), notes } : undefined;
    default:
      return undefined;
  }
}

/** The ledger knows a service by its profile, unless a program gave it another name: then nobody knows the profile. */
function isCompat(provider: string): provider is Compat {
  return Object.hasOwn(PROFILES, provider);
}
