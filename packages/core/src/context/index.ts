/** What the next model sees: its messages, their pairing and repair, and compaction. */

// The messages of the next request.
export { completionMessages, completionMessagesInPieces } from './completion-messages.ts';
export type {
  CacheControl,
  CallPart,
  CompletionMessage,
  CompletionPart,
  CompletionRole,
  Provenance,
  ResultPart,
  ToolCallView,
  ToolResult,
} from './completion-message.ts';
export { completionMessage, onlyText, withParts } from './completion-message.ts';
export { FAILURE_PART } from './failure-part.ts';
export { requestMarks } from './request-marks.ts';
export type { RequestMark } from './request-marks.ts';
export { inOrder } from './turns/in-order.ts';
export { ContextManager } from './context-manager.ts';
export type {
  ChatLine,
  ChatSource,
  Compaction,
  ContextManagerOptions,
  Flushed,
  SavedContext,
  ToolCallInput,
} from './context-manager.ts';
export type { FlatMessage, SavedMessage } from './saved-message.ts';
export type { SavedTurns, Words } from './saved-turns.ts';

// What answers them.
export type { AbortSignalLike, Model, ModelEvent, ModelRequest, ToolSchema } from './model.ts';

// How much of it fits.
export { boundText, MOST_BYTES, MOST_LINES } from './bound-text.ts';
export type { BoundText } from './bound-text.ts';
export { boundSummary, compacted, cutPoint, isFull, summaryRequest } from './compaction/compacted.ts';
export type { ContextLimits, Summarise } from './compaction/compacted.ts';
export { contextFill } from './compaction/context-fill.ts';
export type { ContextFill } from './compaction/context-fill.ts';
export { sinceCompaction } from './compaction/since-compaction.ts';
export { estimateTokens, usedTokens } from './compaction/estimate-tokens.ts';
