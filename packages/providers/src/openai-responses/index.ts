export { decode } from './decode.ts';
export type { DecodeOptions } from '../wire/decoder.ts';
export { encode } from './encode.ts';
export type { ResponsesBody } from './encode.ts';
export { openaiResponsesModel } from './transport.ts';
export type { OpenAIResponsesOptions } from './transport.ts';
