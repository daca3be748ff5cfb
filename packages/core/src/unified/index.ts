/** Messages of stored sessions in one shape, with every result inside its call. */
export { contentPart, contentParts } from '../contract/foreign/content-parts.ts';
export { enrichMessagesWithToolResults, resultData } from './enrich-messages-with-tool-results.ts';
export { isSystemMessage } from './is-system-message.ts';
export { leadingTag } from './leading-tag.ts';
export { chosenOptions, parseAnswerString, type ChosenOptions } from './parse-answer-string.ts';
export { tryParseImageContent } from './try-parse-image-content.ts';
export { withoutReminders } from './without-reminders.ts';
export type {
  UIBlock,
  UIMessage,
  UIToolUseBlock,
  UnifiedBlock,
  UnifiedImageBlock,
  UnifiedMessage,
  UnifiedSlashCommandBlock,
  UnifiedTextBlock,
  UnifiedThinkingBlock,
  UnifiedToolResult,
  UnifiedToolResultBlock,
  UnifiedToolUseBlock,
} from './unified-message.ts';
