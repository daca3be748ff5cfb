/** UI messages of the AI SDK: parts in order, each call with its state and its output inside it. */
import { fieldsOf, isJsonObject, isList, listOf, textOf } from '@toolthread/core/json';
import type { Json, JsonFields } from '@toolthread/core/json';
import { timeOf } from '../records/time-of.ts';
import { hidden, SHOWN } from '../thread/fate.ts';
import type { Fate } from '../thread/fate.ts';
import { firstMessages, mostly } from '../message-list/messages-in.ts';
import { MessageListReader } from '../message-list/message-list-reader.ts';
import type { FormatReader } from '../transcript/format-reader.ts';
import type { ThreadWriter } from '../thread/thread-writer.ts';
import { isPart, tellPart } from './tell-part.ts';
import { shownContent } from './file-part.ts';

export const aiSdkReader: FormatReader = {
  format: 'ai-sdk',
  shape: 'either',
  detect(first) {
    const all = firstMessages(first).map((one) => fieldsOf(one));
    const isList = mostly(all, (one) => textOf(one['role']) !== undefined && hasParts(one));
    if (!isList) return 0;
    return mostly(all.flatMap(partsOf), (part) => textOf(part['type']) !== undefined) ? 0.96 : 0;
  },
  open: (ledger) =>
    new MessageListReader(ledger, 'ai-sdk', (thread) => ({ tell: (value) => tell(thread, value), sameId: 'newer' })),
};

/** The fourth major kept calls beside the content. */
function hasParts(message: JsonFields): boolean {
  return Array.isArray(message['parts']) || Array.isArray(message['toolInvocations']);
}

function partsOf(message: JsonFields): readonly JsonFields[] {
  const { parts } = message;
  if (isList(parts)) return parts.map((one) => fieldsOf(one));
  const calls = listOf(message['toolInvocations']).map((call): JsonFields => ({
    type: 'tool-invocation',
    toolInvocation: call,
  }));
  const content = textOf(message['content']) ?? '';
  return content === '' ? calls : [...calls, { type: 'text', text: content }];
}

function tell(thread: ThreadWriter, value: Json): Fate {
  const message = fieldsOf(value);
  thread.moveTo(timeOf(message['createdAt']) ?? timeOf(fieldsOf(message['metadata'])['createdAt']));
  const parts = partsOf(message);
  const role = textOf(message['role']) ?? 'none';
  switch (role) {
    case 'user':
      return tellPrompt(thread, parts);
    case 'assistant':
      return tellTurn(thread, parts);
    case 'system':
      return hidden('system-message');
    default:
      return hidden(`unknown:${isJsonObject(value) ? role : 'no-object'}`);
  }
}

function tellPrompt(thread: ThreadWriter, parts: readonly JsonFields[]): Fate {
  const said = parts.flatMap(shownContent);
  if (said.length === 0) return hidden('empty');
  thread.post(said);
  return SHOWN;
}

/** A message of the agent may hold several steps. */
function tellTurn(thread: ThreadWriter, parts: readonly JsonFields[]): Fate {
  if (!parts.some(isPart)) return hidden('empty');
  thread.closeStep();
  const words = parts.some(isStepStart) ? () => thread.step() : () => thread.stepOfWords();
  for (const part of parts) {
    if (isStepStart(part)) thread.closeStep();
    else tellPart(thread, part, words);
  }
  thread.closeStep();
  return SHOWN;
}

function isStepStart(part: JsonFields): boolean {
  return part['type'] === 'step-start';
}
