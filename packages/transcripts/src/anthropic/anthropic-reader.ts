/** A list of messages as Anthropic's API takes them. */
import { fieldsOf, listOf, textOf } from '@toolthread/core/json';
import type { Json, JsonFields } from '@toolthread/core/json';
import { hidden, SHOWN } from '../thread/fate.ts';
import type { Fate } from '../thread/fate.ts';
import { firstMessages, mostly } from '../message-list/messages-in.ts';
import { MessageListReader } from '../message-list/message-list-reader.ts';
import type { FormatReader } from '../transcript/format-reader.ts';
import type { ThreadWriter } from '../thread/thread-writer.ts';
import { blocksOf, tellBlock, tellUser } from './tell-block.ts';

const OWN_BLOCKS = new Set(['tool_use', 'tool_result', 'thinking', 'redacted_thinking', 'server_tool_use']);

export const anthropicReader: FormatReader = {
  format: 'anthropic',
  shape: 'either',
  ids: 'given',
  detect: ({ values }) => anthropicLikeness(firstMessages(values)),
  open: (ledger) => new MessageListReader(ledger, 'anthropic', (thread) => ({ tell: (value) => tell(thread, value) })),
};

/** How much these look like Anthropic's messages, from 0 to 1. Other formats build on it. */
export function anthropicLikeness(messages: readonly Json[]): number {
  const all = messages.map((one) => fieldsOf(one));
  const isList = mostly(all, ({ role, content }) => isRole(role) && content !== undefined);
  if (!isList || all.some(({ tool_calls: calls }) => calls !== undefined)) return 0;
  const blocks = all.flatMap(({ content }) => listOf(content)).map((block) => fieldsOf(block));
  return blocks.some(isOwn) ? 0.95 : 0.4;
}

function isOwn({ type, text, citations }: JsonFields): boolean {
  return OWN_BLOCKS.has(textOf(type) ?? '') || (text !== undefined && Array.isArray(citations));
}

function isRole(role: Json | undefined): boolean {
  return role === 'user' || role === 'assistant' || role === 'system';
}

function tell(thread: ThreadWriter, value: Json): Fate {
  const message = fieldsOf(value);
  const role = textOf(message['role']) ?? 'none';
  switch (role) {
    case 'user':
      return tellUser(thread, blocksOf(message['content']));
    case 'assistant': {
      const blocks = blocksOf(message['content']);
      const step = thread.startStep();
      for (const block of blocks) tellBlock(thread, step, block, textOf(message['model']) ?? '');
      thread.closeStep();
      return blocks.length === 0 ? hidden('empty') : SHOWN;
    }
    case 'system':
      return hidden('system-message');
    default:
      return hidden(`unknown:${role}`);
  }
}
