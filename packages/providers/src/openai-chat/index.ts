/** OpenAI's Chat Completions API, and the services that speak it. */
export type { ChatBody, ChatMessage } from './encode/chat-body.ts';
export type { Compat } from './compat.ts';
export { decode } from './decode/decode.ts';
export type { DecodeOptions, Decoder } from '../wire/decode/decoder.ts';
export type { EncodeNote, EncodeRequest, TakeNote } from '../wire/encode/encode-request.ts';
export type { TransportOptions } from '../wire/transport/transport-options.ts';
export { encode, type ChatRequest } from './encode/encode.ts';
export { openaiChatModel, type OpenAIChatOptions } from './openai-chat-model.ts';
