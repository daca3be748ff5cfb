/** Anthropic's Messages API. */
export { decode } from './decode/decode.ts';
export type { DecodeOptions, Decoder } from '../wire/decode/decoder.ts';
export type { EncodeNote, EncodeRequest, TakeNote } from '../wire/encode/encode-request.ts';
export type { TransportOptions } from '../wire/transport/transport-options.ts';
export { encode, type AnthropicBody, type AnthropicMessage } from './encode/encode.ts';
export { anthropicModel, type AnthropicOptions } from './anthropic-model.ts';
