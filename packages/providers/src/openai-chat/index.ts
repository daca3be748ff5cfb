/** OpenAI's Chat Completions API, and the services that speak it. */
export type { ChatBody, ChatMessage } from './encode/chat-body.ts';
export type { Compat } from './compat.ts';
export { decode } from './decode/decode.ts';
export type { DecodeOptions } from '../wire/decode/decoder.ts';
export type { EncodeRequest } from '../wire/encode/encode-request.ts';
export { encode } from './encode/encode.ts';
export type { ChatRequest } from './encode/encode.ts';
export { openaiChatModel } from './openai-chat-model.ts';
export type { OpenAIChatOptions } from './openai-chat-model.ts';
