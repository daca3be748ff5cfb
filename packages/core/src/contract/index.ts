/** The messages that a foreign page asks for, and how it draws them. */

// The contract: a list of messages, and the events that they come in.
export { contractReader } from './from-events/contract-reader.ts';
export type { ContractReader, ContractReaderOptions } from './from-events/contract-reader.ts';
export { fromContractEvents } from './from-events/from-contract-events.ts';
export { fromMessages } from './from-messages/from-messages.ts';
export { hasToolError, isToolCallMessage, isToolResultMessage } from './message.ts';
export type { ContinuationInfo, Message, MessageMetadata, MessageRole, StatusType, ToolCallInfo } from './message.ts';
export { parseIsoTime } from './iso-time.ts';
export { placesInHistory } from './places-in-history.ts';
export type { Placed } from './places-in-history.ts';
export { reconcile } from './reconcile.ts';
export { renderingOf, renderingRules } from './rendering.ts';
export type { Rendering, RenderingRule, StatusRendering, ToolRendering } from './rendering.ts';
export { shouldRenderAssistantContent } from './should-render-assistant-content.ts';
export { toContractEvents } from './to-events/to-contract-events.ts';
export type { ContractEnvelope } from './to-events/to-contract-events.ts';
export { messagesInPieces, toMessages } from './to-messages/to-messages.ts';

// Chats whose messages carry their tool activity.
export type { ChatMessage, ChatMessageInput, ToolActivity, ToolCall } from './chat/chat-message.ts';
export { fromChatMessages } from './chat/from-chat-messages.ts';
export { getMessageText } from './chat/get-message-text.ts';
export { toChatMessages } from './chat/to-chat-messages.ts';
export { toolWidget } from './chat/tool-widget.ts';
export type { ToolWidget, ToolWidgetEntry } from './chat/tool-widget.ts';
