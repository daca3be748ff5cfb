/** Models of the AI SDK. */
export { aiSdkModel } from './ai-sdk-model.ts';
export type { AiSdkOptions } from './ai-sdk-model.ts';
export { toModelMessages } from './encode/to-model-messages.ts';
