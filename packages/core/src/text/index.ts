/** Text for people, and nothing else: small enough for a program that must start at once. */
export { kindOfBytes } from './content-text.ts';
export { english } from './english.ts';
export { excessText } from './excess-text.ts';
export { countOf, formatDuration, formatMeta, formatSize } from './format-size.ts';
export type { Meta } from './format-size.ts';
export type { CoreNoun, CorePhrase } from './core-phrase.ts';
export type { Language, PhraseValues } from './language.ts';
export { MOST_BODY_BYTES, MOST_FILE_BYTES } from './most-body-bytes.ts';
export { plainText } from './plain-text.ts';
export { REDACTED } from './redacted.ts';
export { visible, visibleRuns } from './visible.ts';
export type { TextRun } from './visible.ts';
export { withoutBlankLines } from './without-blank-lines.ts';
export { terminalPieces } from './terminal-pieces.ts';
export { TerminalRow } from './terminal-row.ts';
export type { RowSpan } from './terminal-row.ts';
export { begunBy, continuedBy } from './terminal-state.ts';
export type { TerminalState } from './terminal-state.ts';
