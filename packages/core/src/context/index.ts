export { compacted, cutPoint, isFull, summaryRequest } from './compaction.ts';
export type { ContextLimits, Summarise } from './compaction.ts';
export type * from './completion-message.ts';
export { completionMessages, OWN_AGENT } from './completion-messages.ts';
export { completionMessage, parametersOf, textOf } from './completion-views.ts';
export { ContextManager } from './context-manager.ts';
export type { ChatLine, ContextManagerOptions, ToolCallInput } from './context-manager.ts';
export { estimateTokens, messageTokens, usedTokens } from './token-estimate.ts';
