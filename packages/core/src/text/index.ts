/** Text for people, and nothing else: small enough for a program that must start at once. */
export { kindOfBytes } from './content-text.ts';
export { english } from './english.ts';
export { escapeMarkup } from './escape-markup.ts';
export { excessText } from './excess-text.ts';
export { dollars } from './dollars.ts';
export { spent } from './spent.ts';
export { countOf, formatDuration, formatMeta, formatSize, type Meta } from './format-size.ts';
export type { CoreNoun, CorePhrase } from './core-phrase.ts';
export type { Language, PhraseValues } from './language.ts';
export { MOST_BODY_BYTES, MOST_FILE_BYTES } from './most-body-bytes.ts';
export { plainText } from './plain-text.ts';
export { REDACTED } from './redacted.ts';
export { visible, visibleRuns, type TextRun } from './visible.ts';
export { titleFrom } from './title-from.ts';
export { withoutBlankLines } from './without-blank-lines.ts';
export { terminalPieces } from './terminal-pieces.ts';
export { TerminalRow, type RowSpan } from './terminal-row.ts';
export { begunBy, continuedBy, type TerminalState } from './terminal-state.ts';
