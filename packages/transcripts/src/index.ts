/** Reads what other agents left: bytes to ledger events, whole or growing. */
export { detectFormat } from './transcript/detect-format.ts';
export { openOpencodeStore, type OpencodeSession, type OpencodeStore } from './opencode/opencode-store.ts';
export { keptRecord } from './thread/kept-record.ts';
export { readTranscript, type ReadTranscript } from './transcript/read-transcript.ts';
export type { Format } from './transcript/format-reader.ts';
export { sessionBefore } from './transcript/session-before.ts';
export { hasMoreLines } from './session-files/has-more-lines.ts';
export { unpackedSize } from './session-files/unpacked-size.ts';
export { readSession, type ReadSession, type SessionOptions } from './session-files/read-session.ts';
export { sessionPieces, type PieceOptions, type SessionPiece, type SessionPieces } from './pieces/session-pieces.ts';
export { tailTranscript, type TranscriptTail } from './transcript/tail-transcript.ts';
export type { TranscriptOptions } from './transcript/transcript.ts';
export {
  aboutThread,
  aboutWords,
  markdownHead,
  markdownItems,
  textWriter,
  textWriters,
  timeText,
  type About,
  type WritableThread,
} from './writers/text-writers.ts';
