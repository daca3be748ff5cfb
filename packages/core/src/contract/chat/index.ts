export type { ChatMessage, ChatMessageInput, ToolActivity, ToolCall } from './chat-message.ts';
export { fromChatMessages } from './from-chat-messages.ts';
export { getMessageText } from './get-message-text.ts';
export { toChatMessages } from './to-chat-messages.ts';
export { toolWidget } from './tool-widget.ts';
export type { ToolWidget, ToolWidgetEntry } from './tool-widget.ts';
