/** OpenAI's Responses API. */
export { decode } from './decode/decode.ts';
export type { DecodeOptions } from '../wire/decode/decoder.ts';
export type { EncodeRequest } from '../wire/encode/encode-request.ts';
export { encode } from './encode/encode.ts';
export type { ResponsesBody } from './encode/encode.ts';
export { openaiResponsesModel } from './openai-responses-model.ts';
export type { OpenAIResponsesOptions } from './openai-responses-model.ts';
