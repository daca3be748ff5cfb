/** The text form of tool calls: `<tool>` blocks, for chats that carry nothing but text. */
export { completePendingToolBlock } from './complete-pending-tool-block.ts';
export { formatToolCombined, formatToolStarted } from './format-tool-started.ts';
export type { ToolArguments, ToolTraceEntry } from './format-tool-started.ts';
export { mergeConsecutiveToolBlocks } from './merge-consecutive-tool-blocks.ts';
export type { ToolBlockGroup } from './merge-consecutive-tool-blocks.ts';
export { parseToolBlocks } from './parse-tool-blocks.ts';
export type { BlockPart, TextPart, ToolBlock } from './parse-tool-blocks.ts';
export { MAX_TOOL_RESULT_DISPLAY_CHARS } from '../timeline/lines/cut-result.ts';
export { BlocksWriter } from './blocks-writer.ts';
export type { BlocksOptions } from './blocks-writer.ts';
export { setApart } from './set-apart.ts';
export type { Beginning } from './set-apart.ts';
export { renderText } from './render-text.ts';
export type { TextForm } from './render-text.ts';

// Every older form of calls in a stored chat's text.
export { normalizeMarkdownCollapsibleBlocks } from './legacy/normalize-markdown-collapsible-blocks.ts';
export { readStoredText } from './legacy/read-stored-text.ts';
export type { StoredPart } from './legacy/read-stored-text.ts';
