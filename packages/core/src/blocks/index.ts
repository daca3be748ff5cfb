/** The text form of tool calls: `<tool>` blocks, for chats that carry nothing but text. */
export { completePendingToolBlock } from './complete-pending-tool-block.ts';
export {
  formatToolCombined,
  formatToolStarted,
  type ToolArguments,
  type ToolTraceEntry,
} from './format-tool-started.ts';
export { mergeConsecutiveToolBlocks, type ToolBlockGroup } from './merge-consecutive-tool-blocks.ts';
export { parseToolBlocks, type BlockPart, type TextPart, type ToolBlock } from './parse-tool-blocks.ts';
export { MAX_TOOL_RESULT_DISPLAY_CHARS } from '../timeline/lines/cut-result.ts';
export { BlocksWriter, type BlocksOptions } from './blocks-writer.ts';
export { setApart, type Beginning } from './set-apart.ts';
export { renderText, type TextForm } from './render-text.ts';

// Every older form of calls in a stored chat's text.
export { normalizeMarkdownCollapsibleBlocks } from './legacy/normalize-markdown-collapsible-blocks.ts';
export { readStoredText, type StoredPart } from './legacy/read-stored-text.ts';
