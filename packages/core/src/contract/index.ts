/** The messages that a foreign page asks for, and how it draws them. */

// The contract: a list of messages, and the events that they come in.
export { contractReader, type ContractReader, type ContractReaderOptions } from './from-events/contract-reader.ts';
export { fromContractEvents } from './from-events/from-contract-events.ts';
export { fromMessages } from './from-messages/from-messages.ts';
export { withoutRepeated } from './from-messages/repeated-lines.ts';
export {
  hasToolError,
  isToolCallMessage,
  isToolResultMessage,
  type ContinuationInfo,
  type Message,
  type MessageMetadata,
  type MessageRole,
  type StatusType,
  type ToolCallInfo,
} from './message.ts';
export { parseIsoTime } from './iso-time.ts';
export { placesInHistory, type Placed } from './places-in-history.ts';
export { reconcile } from './reconcile.ts';
export {
  renderingOf,
  renderingRules,
  type Rendering,
  type RenderingRule,
  type StatusRendering,
  type ToolRendering,
} from './rendering.ts';
export { shouldRenderAssistantContent } from './should-render-assistant-content.ts';
export { toContractEvents, type ContractEnvelope } from './to-events/to-contract-events.ts';
export { messagesInPieces, toMessages } from './to-messages/to-messages.ts';

// Chats whose messages carry their tool activity.
export type { ChatMessage, ChatMessageInput, ToolActivity, ToolCall } from './chat/chat-message.ts';
export { fromChatMessages } from './chat/from-chat-messages.ts';
export { getMessageText } from './chat/get-message-text.ts';
export { toChatMessages } from './chat/to-chat-messages.ts';
export { toolWidget, type ToolWidget, type ToolWidgetEntry } from './chat/tool-widget.ts';
