/** Messages in one form for several agents: Anthropic's blocks, with ids, and with results that may be inside their calls. */
import { fieldsOf, isJsonObject, textOf } from '@toolthread/core/json';
import type { Json, JsonFields } from '@toolthread/core/json';
import { isSystemMessage, resultData, withoutReminders } from '@toolthread/core/unified';
import { timeOf } from '../records/time-of.ts';
import { anthropicLikeness } from '../anthropic/anthropic-reader.ts';
import { blocksOf, tellBlock, tellResult, tellUser } from '../anthropic/tell-block.ts';
import { hidden, SHOWN } from '../thread/fate.ts';
import type { Fate } from '../thread/fate.ts';
import { firstMessages } from '../message-list/messages-in.ts';
import { MessageListReader } from '../message-list/message-list-reader.ts';
import type { FormatReader } from '../transcript/format-reader.ts';
import type { ThreadWriter } from '../thread/thread-writer.ts';
import { usageOf } from '../thread/usage-of.ts';

export const unifiedReader: FormatReader = {
  format: 'unified',
  shape: 'either',
  ids: 'given',
  detect({ values: first }) {
    const messages = firstMessages(first);
    const all = messages.map((one) => fieldsOf(one));
    const named = all.length > 0 && all.every(({ id }) => typeof id === 'string');
    const marked = all.some((one) => one['tool'] !== undefined || one['isStreaming'] !== undefined || hasEnriched(one));
    return named && (marked || all.some(hasBlocks)) && anthropicLikeness(messages) > 0 ? (marked ? 0.97 : 0.96) : 0;
  },
  open: (ledger) => new MessageListReader(ledger, 'unified', (thread) => ({ tell: (value) => tell(thread, value) })),
};

function hasEnriched({ content }: JsonFields): boolean {
  return blocksOf(content).some((block) => block['type'] === 'tool_use' && isJsonObject(block['result']));
}

function hasBlocks({ content, type }: JsonFields): boolean {
  // A whole response of the API has an id too, and says that it is a message.
  return Array.isArray(content) && type === undefined;
}

function tell(thread: ThreadWriter, value: Json): Fate {
  const message = fieldsOf(value);
  thread.moveTo(timeOf(message['timestamp']));
  const role = textOf(message['role']) ?? 'none';
  switch (role) {
    case 'user':
      return tellUser(
        thread,
        blocksOf(message['content']).map(spoken),
        (text) => (isSystemMessage(text) ? undefined : withoutReminders(text)),
        (block) => resultData(message, block),
      );
    case 'assistant':
      return tellResponse(thread, message);
    case 'system':
      return hidden('system-message');
    default:
      return hidden(`unknown:${role}`);
  }
}

/** A slash command is what a person typed. */
function spoken(block: JsonFields): JsonFields {
  if (block['type'] !== 'slash_command') return block;
  const words = [textOf(block['command']) ?? '', textOf(block['args']) ?? ''].filter((word) => word !== '');
  return { type: 'text', text: words.join(' ') };
}

function tellResponse(thread: ThreadWriter, message: JsonFields): Fate {
  const blocks = blocksOf(message['content']);
  if (blocks.length === 0) return hidden('empty');
  const step = thread.startStep();
  const usage = fieldsOf(message['usage']);
  step.usage =
    usageOf(usage, { input: 'inputTokens', output: 'outputTokens' }) ??
    usageOf(usage, { input: 'input_tokens', output: 'output_tokens' });
  for (const block of blocks) {
    tellBlock(thread, step, block, textOf(message['model']) ?? '');
    const result = block['type'] === 'tool_use' ? block['result'] : undefined;
    if (isJsonObject(result))
      tellResult(thread, { ...fieldsOf(result), tool_use_id: block['id'] }, result['structured']);
  }
  thread.closeStep();
  return SHOWN;
}
