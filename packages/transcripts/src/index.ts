/** Reads what other agents left: bytes to ledger events, whole or growing. */
export { detectFormat } from './detect-format.ts';
export { readTranscript } from './read-transcript.ts';
export type { ReadTranscript } from './read-transcript.ts';
export type { Format } from './reader.ts';
export { tailTranscript } from './tail-transcript.ts';
export type { TranscriptTail } from './tail-transcript.ts';
export type { TranscriptOptions } from './transcript.ts';
export { textWriters } from './writers/text-writers.ts';
export type { WritableThread } from './writers/text-writers.ts';
