/**
 * The same bytes through our decoder and through the AI SDK's provider. Both cut them into events with the same parser, which is
 * the one that the AI SDK uses; `asSent` is our decoder behind the service's own client, as our transports use it.
 */
import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAI } from '@ai-sdk/openai';
import { Stream as AnthropicStream } from '@anthropic-ai/sdk/streaming';
import type { ModelEvent } from '@toolthread/core/context';
import { decode as decodeAnthropic } from '@toolthread/providers/anthropic';
import { decode as decodeChat } from '@toolthread/providers/openai-chat';
import { decode as decodeResponses } from '@toolthread/providers/openai-responses';
import { EventSourceParserStream } from 'eventsource-parser/stream';
import { Stream as OpenAIStream } from 'openai/streaming';
import type { Reply } from './reply.ts';
import { anthropicFrames, bytesOf, chatFrames, responsesFrames } from './wire-formats.ts';

type Fetch = typeof globalThis.fetch;
type LanguageModel = ReturnType<ReturnType<typeof createOpenAI>['chat']>;
type TheirPart =
  Awaited<ReturnType<LanguageModel['doStream']>>['stream'] extends ReadableStream<infer Part> ? Part : never;
type Decoder = ReturnType<typeof decodeAnthropic>;

export interface Service {
  readonly frames: (reply: Reply) => { readonly length: number };
  readonly bytes: (reply: Reply) => Uint8Array[];
  readonly ours: (bytes: readonly Uint8Array[], see: (event: ModelEvent) => void) => Promise<void>;
  readonly asSent: Service['ours'];
  readonly theirs: (bytes: readonly Uint8Array[], see: (part: TheirPart) => void) => Promise<void>;
}

function responseOf(bytes: readonly Uint8Array[]): Response {
  const body = ReadableStream.from(bytes);
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
}

async function* eventsIn(bytes: readonly Uint8Array[]): AsyncGenerator<unknown, void, void> {
  const text = ReadableStream.from(bytes).pipeThrough(new TextDecoderStream());
  for await (const { data } of text.pipeThrough(new EventSourceParserStream())) {
    if (data !== '[DONE]') yield JSON.parse(data);
  }
}

async function decoded(
  frames: AsyncIterable<unknown>,
  decoder: Decoder,
  see: (event: ModelEvent) => void,
): Promise<void> {
  for await (const frame of frames) for (const event of decoder.push(frame)) see(event);
  for (const event of decoder.end()) see(event);
}

function through(make: (fetch: Fetch) => Pick<LanguageModel, 'doStream'>): Service['theirs'] {
  return async (bytes, see) => {
    const model = make(() => Promise.resolve(responseOf(bytes)));
    const { stream } = await model.doStream({
      prompt: [{ role: 'user', content: [{ type: 'text', text: 'go' }] }],
      tools: [{ type: 'function', name: 'write_file', inputSchema: { type: 'object', properties: {} } }],
    });
    for await (const part of stream) see(part);
  };
}

export const SERVICES: Readonly<Record<string, Service>> = {
  anthropic: {
    frames: anthropicFrames,
    bytes: (reply) => bytesOf(anthropicFrames(reply), true, ''),
    ours: (bytes, see) => decoded(eventsIn(bytes), decodeAnthropic({ model: 'claude-opus-4-7' }), see),
    asSent: (bytes, see) => {
      const stream = AnthropicStream.fromSSEResponse(responseOf(bytes), new AbortController());
      return decoded(stream, decodeAnthropic({ model: 'claude-opus-4-7' }), see);
    },
    theirs: through((fetch) => createAnthropic({ apiKey: 'k', fetch })('claude-opus-4-7')),
  },
  'openai-chat': {
    frames: chatFrames,
    bytes: (reply) => bytesOf(chatFrames(reply), false, 'data: [DONE]\n\n'),
    ours: (bytes, see) => decoded(eventsIn(bytes), decodeChat({ provider: 'openai', model: 'gpt-5' }), see),
    asSent: (bytes, see) => {
      const stream = OpenAIStream.fromSSEResponse(responseOf(bytes), new AbortController());
      return decoded(stream, decodeChat({ provider: 'openai', model: 'gpt-5' }), see);
    },
    theirs: through((fetch) => createOpenAI({ apiKey: 'k', fetch }).chat('gpt-5')),
  },
  'openai-responses': {
    frames: responsesFrames,
    bytes: (reply) => bytesOf(responsesFrames(reply), true, ''),
    ours: (bytes, see) => decoded(eventsIn(bytes), decodeResponses({ provider: 'openai', model: 'gpt-5.5' }), see),
    asSent: (bytes, see) => {
      const stream = OpenAIStream.fromSSEResponse(responseOf(bytes), new AbortController());
      return decoded(stream, decodeResponses({ provider: 'openai', model: 'gpt-5.5' }), see);
    },
    theirs: through((fetch) => createOpenAI({ apiKey: 'k', fetch }).responses('gpt-5.5')),
  },
};
