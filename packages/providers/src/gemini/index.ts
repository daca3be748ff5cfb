export { decode } from './decode.ts';
export type { DecodeOptions } from '../wire/decoder.ts';
export { encode } from './encode.ts';
export type { GeminiBody, GeminiContent } from './encode.ts';
export { geminiModel } from './transport.ts';
export type { GeminiOptions } from './transport.ts';
