/** Google's Gemini API. */
export { decode } from './decode/decode.ts';
export type { DecodeOptions } from '../wire/decode/decoder.ts';
export type { EncodeRequest } from '../wire/encode/encode-request.ts';
export { encode } from './encode/encode.ts';
export type { GeminiBody, GeminiContent } from './encode/encode.ts';
export { geminiModel } from './gemini-model.ts';
export type { GeminiOptions } from './gemini-model.ts';
