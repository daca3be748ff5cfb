/** Anthropic's Messages API. */
export { decode } from './decode/decode.ts';
export type { DecodeOptions } from '../wire/decode/decoder.ts';
export type { EncodeRequest } from '../wire/encode/encode-request.ts';
export { encode } from './encode/encode.ts';
export type { AnthropicBody, AnthropicMessage } from './encode/encode.ts';
export { anthropicModel } from './anthropic-model.ts';
export type { AnthropicOptions } from './anthropic-model.ts';
