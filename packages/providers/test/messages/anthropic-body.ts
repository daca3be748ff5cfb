/** Requests to Anthropic in few words, for tests; what it would refuse fails the test. */
import type { CompletionMessage, CompletionPart } from '@toolthread/core/context';
import { validators } from '@toolthread/provider-stub';
import { expect } from 'vitest';
import { encode } from '../../src/anthropic/encode/encode.ts';
import type { AnthropicBody } from '../../src/anthropic/encode/encode.ts';
import type { EncodeRequest } from '../../src/wire/encode/encode-request.ts';
import { signedBy, TOOLS } from './parts.ts';

export const MODEL = 'claude-opus-4-7';
export const own = signedBy({ provider: 'anthropic', api: 'messages', model: MODEL });
export const thinking = (signature: string): CompletionPart => {
  return { type: 'reasoning', text: `about ${signature}`, ...own({ signature }) };
};

/** Cache marks are left to the caller. */
export function body(messages: readonly CompletionMessage[], rest: Partial<EncodeRequest> = {}): AnthropicBody {
  const encoded = encode({
    model: MODEL,
    messages,
    tools: TOOLS,
    options: { cache_control: { type: 'ephemeral' } },
    ...rest,
  });
  expect(validators.anthropic(encoded)).toEqual([]);
  return encoded;
}

/** `blocks([GO, assistant(text('Hi.'))], 1)` */
export function blocks(messages: readonly CompletionMessage[], at: number, rest: Partial<EncodeRequest> = {}): unknown {
  return body(messages, rest).messages[at]?.content;
}
