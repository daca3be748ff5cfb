export { aiSdkModel } from './ai-sdk-model.ts';
export type { AiSdkOptions } from './ai-sdk-model.ts';
export { fromFullStream } from './from-full-stream.ts';
export type { DecodeOptions } from '../wire/decoder.ts';
export { toModelMessages } from './to-model-messages.ts';
