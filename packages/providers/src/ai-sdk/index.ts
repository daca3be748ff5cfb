export { aiSdkModel } from './ai-sdk-model.ts';
export type { AiSdkOptions } from './ai-sdk-model.ts';
export { fromFullStream } from './from-full-stream.ts';
export type { FullStreamOptions } from './full-stream-decoder.ts';
export { toModelMessages } from './to-model-messages.ts';
