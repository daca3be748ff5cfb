/** Messages of the AI SDK: for a screen, with parts in order and each call with its state and its output inside it, or for a model. */
import { fieldsOf, isJsonObject, isList, listOf, textOf } from '@toolthread/core/json';
import type { Json, JsonFields } from '@toolthread/core/json';
import { timeOf } from '../records/time-of.ts';
import { hidden, SHOWN } from '../thread/fate.ts';
import type { Fate } from '../thread/fate.ts';
import { firstMessages, mostly } from '../message-list/messages-in.ts';
import { MessageListReader } from '../message-list/message-list-reader.ts';
import type { FormatReader } from '../transcript/format-reader.ts';
import type { ThreadWriter } from '../thread/thread-writer.ts';
import { areModelMessages, ModelMessages } from './model-messages.ts';
import { isPart, tellPart } from './tell-part.ts';
import { shownContent } from './file-part.ts';

export const aiSdkReader: FormatReader = {
  format: 'ai-sdk',
  shape: 'either',
  detect({ values: first }) {
    const all = firstMessages(first).map((one) => fieldsOf(one));
    if (areModelMessages(all)) return 0.96;
    const isList = mostly(all, (one) => textOf(one['role']) !== undefined && hasParts(one));
    if (!isList) return 0;
    return mostly(all.flatMap(partsOf), (part) => textOf(part['type']) !== undefined) ? 0.96 : 0;
  },
  open: (ledger) =>
    new MessageListReader(ledger, 'ai-sdk', (thread) => {
      const forModel = new ModelMessages(thread);
      return {
        tell: (value) => (hasParts(fieldsOf(value)) ? tell(thread, value) : forModel.tell(fieldsOf(value))),
        sameId: 'newer',
      };
    }),
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
  const last = parts.findLastIndex(isStepStart);
  for (const [index, part] of parts.entries()) {
    if (isStepStart(part)) thread.closeStep();
    // Words after a result are beside calls in any step but the last, where nothing comes after them.
    else tellPart(thread, apart(part, parts[index - 1]), () => (index < last ? thread.step() : thread.stepOfWords()));
  }
  thread.closeStep();
  return SHOWN;
}

/** Sentences in parts of their own are paragraphs. Pieces of one sentence are not: providers cut a text where a source is cited. */
function apart(part: JsonFields, before: JsonFields | undefined): JsonFields {
  if (part['type'] !== 'text' || before?.['type'] !== 'text') return part;
  const text = textOf(part['text']) ?? '';
  const isEnd = /[.!?:]["'”’»)\]*_`]*$/.test(textOf(before['text']) ?? '');
  return isEnd && /^[\p{Lu}#]/u.test(text) ? { ...part, text: `\n\n${text}` } : part;
}

function isStepStart(part: JsonFields): boolean {
  return part['type'] === 'step-start';
}
