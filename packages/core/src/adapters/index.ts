/** Streams of other programs, read one part at a time into drafts of events. */
export { appendDrafts } from '../ledger/append-drafts.ts';
export { aiSdkReader } from './ai-sdk/ai-sdk-reader.ts';
export type { AiSdkReader, AiSdkReaderOptions } from './ai-sdk/ai-sdk-reader.ts';
export { aiSdkOutput } from './ai-sdk/ai-sdk-output.ts';
export type { AiSdkOutput } from './ai-sdk/ai-sdk-output.ts';
