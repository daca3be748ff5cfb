export { decode } from './decode.ts';
export type { DecodeOptions } from '../wire/decoder.ts';
export { encode } from './encode.ts';
export type { AnthropicBody, AnthropicMessage } from './encode.ts';
export { anthropicModel } from './transport.ts';
export type { AnthropicOptions } from './transport.ts';
