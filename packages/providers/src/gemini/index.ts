/** Google's Gemini API. */
export { decode } from './decode/decode.ts';
export type { DecodeOptions, Decoder } from '../wire/decode/decoder.ts';
export type { EncodeNote, EncodeRequest, TakeNote } from '../wire/encode/encode-request.ts';
export type { TransportOptions } from '../wire/transport/transport-options.ts';
export { encode, type GeminiBody, type GeminiContent } from './encode/encode.ts';
export { geminiModel, type GeminiOptions } from './gemini-model.ts';
