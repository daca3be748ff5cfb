/** What the next model sees: its messages, their pairing and repair, and compaction. */

// The messages of the next request.
export { completionMessages, completionMessagesInPieces, type CompletionOptions } from './completion-messages.ts';
export type { Reading } from './turns/reading.ts';
export {
  completionMessage,
  onlyText,
  withParts,
  type CacheControl,
  type CallPart,
  type CompletionMessage,
  type CompletionPart,
  type CompletionRole,
  type Provenance,
  type ResultPart,
  type ToolCallView,
  type ToolResult,
} from './completion-message.ts';
export { FAILURE_PART } from './failure-part.ts';
export { requestMarks, type RequestMark } from './request-marks.ts';
export { inOrder } from './turns/in-order.ts';
export {
  ContextManager,
  type ChatLine,
  type ChatSource,
  type Compaction,
  type ContextManagerOptions,
  type Flushed,
  type SavedContext,
  type ToolCallInput,
} from './context-manager.ts';
export type { FlatMessage, SavedMessage } from './saved-message.ts';
export type { SavedTurns, Words } from './saved-turns.ts';

// What answers them.
export type { AbortSignalLike, Model, ModelEvent, ModelRequest, ToolSchema } from './model.ts';

// How much of it fits.
export { boundText, MOST_BYTES, MOST_LINES, type BoundText } from './bound-text.ts';
export {
  boundSummary,
  compacted,
  cutPoint,
  isFull,
  summaryRequest,
  type ContextLimits,
  type Summarise,
} from './compaction/compacted.ts';
export { contextFill, type ContextFill } from './compaction/context-fill.ts';
export { sinceCompaction } from './compaction/since-compaction.ts';
export { estimateTokens, usedTokens } from './compaction/estimate-tokens.ts';
