/** Models of the AI SDK. */
export { aiSdkModel } from './ai-sdk-model.ts';
export type { AiSdkOptions } from './ai-sdk-model.ts';
export { fromFullStream } from './decode/from-full-stream.ts';
export type { DecodeOptions } from '../wire/decode/decoder.ts';
export { toModelMessages } from './encode/to-model-messages.ts';
