export type { ChatBody, ChatMessage } from './chat-body.ts';
export type { Compat } from './compat.ts';
export { decode } from './decode.ts';
export type { DecodeOptions } from '../wire/decoder.ts';
export { encode } from './encode.ts';
export type { ChatRequest } from './encode.ts';
export { openaiChatModel } from './transport.ts';
export type { OpenAIChatOptions } from './transport.ts';
