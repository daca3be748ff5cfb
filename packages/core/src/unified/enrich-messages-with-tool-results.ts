import { fieldsOf, isFields, listOf } from '../ledger/json/fields.ts';
import type { Fields } from '../ledger/json/fields.ts';
import { asJson } from '../contract/foreign/as-json.ts';
import type { Json } from '../ledger/json/json.ts';
import { isSystemMessage } from './is-system-message.ts';
import { owningMessages } from './owning-messages.ts';
import type { Ownership, ResultPlace } from './owning-messages.ts';
import { contentParts } from '../contract/foreign/content-parts.ts';
import { tryParseImageContent } from './try-parse-image-content.ts';
import { withoutReminders } from './without-reminders.ts';
import type { UIBlock, UIMessage, UnifiedBlock, UnifiedMessage, UnifiedToolResult } from './unified-message.ts';

/**
 * Every result inside the call it belongs to, once, so that whoever draws a call need not look for it.
 *
 * Laws: results are paired before anything is filtered, so that no filtered message takes a result or a call along; a message that
 * held nothing but results is gone; a result whose call is nowhere stays where it is; `isStreaming` stays as it is; the input is
 * not changed; any JSON is borne.
 *
 * @example
 * const [message] = enrichMessagesWithToolResults([
 *   { id: 'm1', role: 'assistant', content: [{ type: 'tool_use', id: 'c1', name: 'pwd', input: {} }] },
 *   { id: 'm2', role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c1', content: '/app' }] },
 * ]);
 * const block = typeof message?.content === 'string' ? undefined : message?.content[0];
 * block?.type === 'tool_use' && block.result?.content; //=> '/app'
 */
export function enrichMessagesWithToolResults(messages: readonly UnifiedMessage[]): UIMessage[] {
  const given: readonly UnifiedMessage[] = Array.isArray(messages)
    ? messages.filter((value): boolean => isFields(value))
    : [];
  const owning = owningMessages(given.map(({ content }) => content));
  return given.flatMap((message, index) => enrichMessage(given, index, message, owning));
}

function enrichMessage(
  messages: readonly UnifiedMessage[],
  index: number,
  message: UnifiedMessage,
  owning: Ownership,
): UIMessage[] {
  const { content } = message;
  const isStreaming = message.isStreaming === true;
  if (typeof content === 'string')
    return isSystemMessage(content) ? [] : [{ ...message, content: saidIn(message, content), isStreaming }];
  if (!Array.isArray(content)) return [{ ...message, content, isStreaming }];
  const system = isSystemOnly(content);
  const blocks = content.flatMap((block: UnifiedBlock, place): UIBlock[] => {
    if (owning.isNested(index, place)) return [];
    if (isOf(block, 'tool_use')) {
      const found = owning.resultOf(index, block.id);
      return [found === undefined ? block : { ...block, result: resultAt(messages, found) }];
    }
    if (system && !isOf(block, 'tool_result')) return [];
    if (!isOf(block, 'text') || typeof block.text !== 'string' || block.text === '') return [block];
    const text = saidIn(message, block.text);
    return text === '' ? [] : [{ ...block, text }];
  });
  if (blocks.length === 0 && content.length > 0) return [];
  return [{ ...message, content: blocks, isStreaming }];
}

/** Beside a person's words, the program's reminders are not shown. */
function saidIn({ role }: UnifiedMessage, text: string): string {
  return role === 'user' ? withoutReminders(text) : text;
}

/** It has words, and none of them is a person's or a model's. */
function isSystemOnly(content: readonly UnifiedBlock[]): boolean {
  const texts = content.filter((block) => isOf(block, 'text'));
  return texts.length > 0 && texts.every(({ text }) => isSystemMessage(text));
}

function isOf<Type extends UnifiedBlock['type']>(
  block: UnifiedBlock,
  type: Type,
): block is Extract<UnifiedBlock, { type: Type }> {
  return isFields(block) && block.type === type;
}

function resultAt(messages: readonly UnifiedMessage[], { message, block, content }: ResultPlace): UnifiedToolResult {
  const owner = messages[message];
  const found: unknown = Array.isArray(owner?.content) ? owner.content[block] : undefined;
  const structured = owner === undefined ? undefined : resultData(owner, found);
  return {
    content: tryParseImageContent(content),
    is_error: isFields(found) && found['is_error'] === true,
    parts: contentParts(content),
    ...(structured === undefined ? {} : { structured }),
  };
}

/**
 * A result as data: its own; else the message's, where that can mean no other result.
 *
 * @example
 * resultData({ toolUseResult: { code: 200 } }, { type: 'tool_result', structured: { code: 404 } }); //=> { code: 404 }
 */
export function resultData(message: object, block: unknown): Json | undefined {
  const fields = fieldsOf(message);
  const own = fieldsOf(block)['structured'];
  const data = own ?? (isOnlyResult(fields) ? (fields['toolUseResult'] ?? originalResult(fields)) : undefined);
  return data === undefined ? undefined : asJson(data, null);
}

function isOnlyResult({ content }: Fields): boolean {
  return listOf(content).filter((block) => fieldsOf(block)['type'] === 'tool_result').length === 1;
}

function originalResult({ _original: original }: Fields): unknown {
  return fieldsOf(original)['toolUseResult'];
}
