/** Every older form of calls in a stored chat's text. */
export { normalizeMarkdownCollapsibleBlocks } from './normalize-markdown-collapsible-blocks.ts';
export { readStoredText } from './read-stored-text.ts';
export type { StoredPart } from './read-stored-text.ts';
