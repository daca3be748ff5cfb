/** The four wire formats: how we encode each, and what its strict stand-in says of the body. */
import type { ModelRequest } from '@toolthread/core/context';
import { validators } from '@toolthread/provider-stub';
import type { Problem, Provider } from '@toolthread/provider-stub';
import { encode as encodeAnthropic } from '../src/anthropic/encode/encode.ts';
import { encode as encodeGemini } from '../src/gemini/encode/encode.ts';
import { encode as encodeChat } from '../src/openai-chat/encode/encode.ts';
import { encode as encodeResponses } from '../src/openai-responses/encode/encode.ts';

export interface WireFormat {
  readonly name: Provider;
  /** Who makes its blobs. */
  readonly target: { readonly provider: string; readonly api: string; readonly model: string };
  encode(request: ModelRequest & { readonly model: string }): object;
  problems(body: unknown, model: string): Problem[];
}

export const WIRE_FORMATS: readonly WireFormat[] = [
  {
    name: 'anthropic',
    target: { provider: 'anthropic', api: 'messages', model: 'claude-opus-4-7' },
    encode: (request) => encodeAnthropic(request),
    problems: (body) => validators.anthropic(body),
  },
  {
    name: 'openai-chat',
    target: { provider: 'openai', api: 'chat', model: 'gpt-5' },
    encode: (request) => encodeChat(request),
    problems: (body) => validators.openaiChat(body),
  },
  {
    name: 'openai-responses',
    target: { provider: 'openai', api: 'responses', model: 'gpt-5.5' },
    encode: (request) => encodeResponses(request),
    problems: (body) => validators.openaiResponses(body),
  },
  {
    name: 'gemini',
    target: { provider: 'gemini', api: 'generateContent', model: 'gemini-3-pro' },
    encode: (request) => encodeGemini(request),
    problems: (body, model) => validators.gemini(body, { model }),
  },
];
