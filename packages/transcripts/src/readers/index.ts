/** Transcripts from bytes: no file system, so that a browser reads them too. */
export { detectFormat } from '../transcript/detect-format.ts';
export { readTranscript, type ReadTranscript } from '../transcript/read-transcript.ts';
export type { Format } from '../transcript/format-reader.ts';
export { tailTranscript, type TranscriptTail } from '../transcript/tail-transcript.ts';
export type { TranscriptOptions } from '../transcript/transcript.ts';
