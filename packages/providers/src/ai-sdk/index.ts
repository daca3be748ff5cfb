/** Models of the AI SDK. */
export { aiSdkModel, type AiSdkOptions } from './ai-sdk-model.ts';
export type { TransportOptions } from '../wire/transport/transport-options.ts';
export { toModelMessages } from './encode/to-model-messages.ts';
