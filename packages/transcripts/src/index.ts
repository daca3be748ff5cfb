/** Reads what other agents left: bytes to ledger events, whole or growing. */
export { detectFormat } from './transcript/detect-format.ts';
export { openOpencodeStore } from './opencode/opencode-store.ts';
export type { OpencodeSession, OpencodeStore } from './opencode/opencode-store.ts';
export { readTranscript } from './transcript/read-transcript.ts';
export type { ReadTranscript } from './transcript/read-transcript.ts';
export type { Format } from './transcript/format-reader.ts';
export { unpackedSize } from './session-files/unpacked-size.ts';
export { readSession } from './session-files/read-session.ts';
export type { ReadSession, SessionOptions } from './session-files/read-session.ts';
export { sessionPieces } from './pieces/session-pieces.ts';
export type { PieceOptions, SessionPiece, SessionPieces } from './pieces/session-pieces.ts';
export { tailTranscript } from './transcript/tail-transcript.ts';
export type { TranscriptTail } from './transcript/tail-transcript.ts';
export type { TranscriptOptions } from './transcript/transcript.ts';
export {
  aboutThread,
  aboutWords,
  markdownHead,
  markdownItems,
  textWriter,
  textWriters,
  timeText,
} from './writers/text-writers.ts';
export type { About, WritableThread } from './writers/text-writers.ts';
