/** The four wire formats: how we encode each, and what its strict stand-in says of the body. */
import { validators } from '@toolthread/provider-stub';
import type { Problem, Provider } from '@toolthread/provider-stub';
import { encode as encodeAnthropic } from '../src/anthropic/encode/encode.ts';
import { encode as encodeGemini } from '../src/gemini/encode/encode.ts';
import { encode as encodeChat } from '../src/openai-chat/encode/encode.ts';
import { encode as encodeResponses } from '../src/openai-responses/encode/encode.ts';
import { RULES as ANTHROPIC } from '../src/anthropic/rules.ts';
import { RULES as GEMINI } from '../src/gemini/rules.ts';
import { RULES as CHAT } from '../src/openai-chat/rules.ts';
import { RULES as RESPONSES } from '../src/openai-responses/rules.ts';
import type { EncodeRequest, TakeNote } from '../src/wire/encode/encode-request.ts';
import type { ModelId } from '../src/wire/encode/model-id.ts';
import type { WireRules } from '../src/wire/wire-rules.ts';

export interface WireFormat {
  readonly name: Provider;
  /** Whose blobs it returns. */
  readonly target: ModelId;
  readonly encode: (request: EncodeRequest, note?: TakeNote) => object;
  readonly problems: (body: unknown, model: string) => Problem[];
}

function wireFormat(
  name: Provider,
  { provider, api }: WireRules,
  model: string,
  encode: WireFormat['encode'],
  problems: WireFormat['problems'],
): WireFormat {
  return { name, target: { provider, api, model }, encode, problems };
}

export const WIRE_FORMATS: readonly WireFormat[] = [
  wireFormat('anthropic', ANTHROPIC, 'claude-opus-4-7', encodeAnthropic, validators.anthropic),
  wireFormat('openai-chat', CHAT, 'gpt-5', encodeChat, validators.openaiChat),
  wireFormat('openai-responses', RESPONSES, 'gpt-5.5', encodeResponses, validators.openaiResponses),
  wireFormat('gemini', GEMINI, 'gemini-3-pro', encodeGemini, (body, model) => validators.gemini(body, { model })),
];
