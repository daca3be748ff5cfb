/** `ModelMessage[]` of the AI SDK (`CoreMessage[]` in the fourth major): calls in the agent's messages, results in those of the tools. */
import type { ContentPart } from '@toolthread/core';
import { aiSdkOutput } from '@toolthread/core/adapters';
import { fieldsOf, listOf, textOf } from '@toolthread/core/json';
import type { Json, JsonFields } from '@toolthread/core/json';
import { mostly } from '../message-list/messages-in.ts';
import type { ResultDraft } from '../thread/call-book.ts';
import { FOLDED, hidden, SHOWN } from '../thread/fate.ts';
import type { Fate } from '../thread/fate.ts';
import type { ThreadWriter } from '../thread/thread-writer.ts';
import { filePart, shownContent } from './file-part.ts';
import { endedBadly, tellCall, tellPart } from './tell-part.ts';

/** No other list of messages has calls and results in parts of these names. */
export function areModelMessages(messages: readonly JsonFields[]): boolean {
  const isList = mostly(messages, ({ role, content }) => textOf(role) !== undefined && content !== undefined);
  return isList && messages.flatMap(contentOf).some(({ type }) => type === 'tool-call' || type === 'tool-result');
}

export class ModelMessages {
  readonly #thread: ThreadWriter;
  /** The call that each request for an approval is about. */
  readonly #asked = new Map<string, string>();

  constructor(thread: ThreadWriter) {
    this.#thread = thread;
  }

  tell(message: JsonFields): Fate {
    const role = textOf(message['role']) ?? 'none';
    const parts = contentOf(message);
    switch (role) {
      case 'system':
        return hidden('system-message');
      case 'user':
      case 'assistant':
      case 'tool':
        break;
      default:
        return hidden(`unknown:${role}`);
    }
    if (parts.length === 0) return hidden('empty');
    if (role === 'user') this.#thread.post(parts.flatMap(promptPart));
    if (role === 'assistant') this.#thread.startStep();
    if (role !== 'user') for (const part of parts) this.#tellPart(part);
    if (role === 'assistant') this.#thread.closeStep();
    return role === 'tool' ? FOLDED : SHOWN;
  }

  #tellPart(part: JsonFields): void {
    const id = textOf(part['toolCallId']) ?? '';
    const approval = textOf(part['approvalId']) ?? '';
    switch (textOf(part['type']) ?? '') {
      case 'tool-call':
        return tellCall(this.#thread, { ...part, name: part['toolName'], input: part['input'] ?? part['args'] });
      case 'tool-result':
        return void this.#thread.result(id, { ...resultOf(part), name: textOf(part['toolName']) ?? 'tool' });
      case 'tool-approval-request':
        return void this.#asked.set(approval, id);
      case 'tool-approval-response': {
        const call = this.#asked.get(approval);
        if (call === undefined || part['approved'] !== false) return;
        const denied = endedBadly('denied', textOf(part['reason']) ?? 'Denied.');
        // The result may say it again.
        return void this.#thread.result(call, { ...denied, provisional: true });
      }
      default:
        return tellPart(this.#thread, part, () => this.#thread.step());
    }
  }
}

function contentOf({ content }: JsonFields): readonly JsonFields[] {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }];
  return listOf(content).map((one) => fieldsOf(one));
}

function promptPart(part: JsonFields): readonly ContentPart[] {
  return part['type'] === 'image' ? [mediaPart({ ...part, data: part['image'] }, 'image/png')] : shownContent(part);
}

/** Bytes, or the address of a file. */
function mediaPart(part: JsonFields, otherwise?: string): ContentPart {
  const mediaType = part['mediaType'] ?? part['mimeType'] ?? otherwise;
  const data = textOf(part['data']) ?? '';
  return filePart({ ...part, mediaType, ...(/^(https?|data):/.test(data) ? { data: undefined, url: data } : {}) });
}

function resultOf(part: JsonFields): ResultDraft {
  const { output } = part;
  // The fourth major.
  if (output === undefined) return ended(part['result'], part['isError'] === true);
  const { type, value, reason } = fieldsOf(output);
  switch (textOf(type) ?? '') {
    case 'text':
    case 'json':
      return ended(value, false);
    case 'error-text':
    case 'error-json':
      return ended(value, true);
    case 'execution-denied':
      return endedBadly('denied', textOf(reason) ?? 'Denied.');
    case 'content':
      return { outcome: 'done', parts: listOf(value).map((one) => contentPart(fieldsOf(one))) };
    default:
      return ended(output, false);
  }
}

function ended(value: Json | undefined, hasFailed: boolean): ResultDraft {
  const given = aiSdkOutput(value ?? null);
  const [first] = given.parts;
  const words = given.error ?? (first?.type === 'text' ? first.text : 'It failed.');
  return hasFailed || given.error !== undefined
    ? { ...given, outcome: 'failed', error: words }
    : { ...given, outcome: 'done' };
}

function contentPart(part: JsonFields): ContentPart {
  const text = textOf(part['text']);
  if (part['type'] === 'text' && text !== undefined) return { type: 'text', text };
  const isFile = textOf(part['data']) !== undefined || textOf(part['url']) !== undefined;
  if (!isFile) return { type: 'text', text: JSON.stringify(part) };
  return mediaPart(part, textOf(part['type'])?.startsWith('image') === true ? 'image/png' : undefined);
}
