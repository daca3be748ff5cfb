/** Messages of Chat Completions. */
import type { ContentPart } from '@toolthread/core';
import { FAILURE_PART } from '@toolthread/core/context';
import { fieldsOf, listOf, textOf } from '@toolthread/core/json';
import type { Json, JsonFields } from '@toolthread/core/json';
import { hidden, SHOWN } from '../thread/fate.ts';
import type { Fate } from '../thread/fate.ts';
import type { OpenStep } from '../thread/open-step.ts';
import type { ThreadWriter } from '../thread/thread-writer.ts';
import { urlPart } from '../records/url-part.ts';

export class ChatMessages {
  readonly #thread: ThreadWriter;
  /** Calls of the oldest form have no id: results find them by name, in order. */
  readonly #unnamed = new Map<string, string[]>();

  constructor(thread: ThreadWriter) {
    this.#thread = thread;
  }

  tell(message: JsonFields): Fate {
    const role = textOf(message['role']) ?? 'none';
    switch (role) {
      case 'user':
        return this.#tellPrompt(message);
      case 'assistant':
        return this.#tellResponse(message);
      case 'tool':
        return this.#tellResult(textOf(message['tool_call_id']) ?? '', message);
      case 'function':
        return this.#tellResult(this.#unnamed.get(textOf(message['name']) ?? '')?.shift() ?? '', message);
      case 'system':
      case 'developer':
        return hidden('system-message');
      default:
        return hidden(`unknown:${role}`);
    }
  }

  #tellPrompt(message: JsonFields): Fate {
    const parts = messageParts(message['content']);
    if (parts.length === 0) return hidden('empty');
    const name = textOf(message['name']);
    this.#thread.post(parts, name === undefined ? {} : { author: name });
    return SHOWN;
  }

  #tellResponse(message: JsonFields): Fate {
    const thread = this.#thread;
    const step = thread.startStep();
    const thought = textOf(message['reasoning_content']) ?? textOf(message['reasoning']) ?? '';
    if (thought !== '') thread.reasoning(step, thought);
    for (const part of messageParts(message['content'])) {
      if (part.type === 'text') thread.paragraph(step, part.text);
      else thread.part(step, { kind: 'file', content: part });
    }
    const refusal = textOf(message['refusal']) ?? '';
    if (refusal !== '') thread.part(step, { kind: 'refusal', text: refusal });
    if (refusal !== '') step.finish = 'refusal';
    for (const call of listOf(message['tool_calls']).map((one) => fieldsOf(one))) this.#tellCall(step, call);
    const only = fieldsOf(message['function_call']);
    if (textOf(only['name']) !== undefined) this.#tellUnnamed(step, only);
    const isEmpty = step.parts === 0;
    thread.closeStep();
    return isEmpty ? hidden('empty') : SHOWN;
  }

  #tellCall(step: OpenStep, call: JsonFields): void {
    const named = fieldsOf(call['function'] ?? call['custom']);
    this.#thread.call(step, {
      id: textOf(call['id']),
      name: textOf(named['name']) ?? 'tool',
      arguments: textOf(named['arguments']) ?? textOf(named['input']) ?? JSON.stringify(named['arguments'] ?? {}),
    });
  }

  #tellUnnamed(step: OpenStep, called: JsonFields): void {
    const name = textOf(called['name']) ?? 'tool';
    const id = this.#thread.call(step, { name, arguments: textOf(called['arguments']) ?? '' });
    const waiting = this.#unnamed.get(name);
    if (waiting === undefined) this.#unnamed.set(name, [id]);
    else waiting.push(id);
  }

  #tellResult(id: string, message: JsonFields): Fate {
    const parts = messageParts(message['content']);
    const [first, ...rest] = parts;
    // Only a list of parts can have it: a text is what the tool gave.
    const isFailed = Array.isArray(message['content']) && first?.type === 'text' && first.text === FAILURE_PART;
    return this.#thread.result(id, isFailed ? { outcome: 'failed', parts: rest } : { outcome: 'done', parts });
  }
}

function messageParts(content: Json | undefined): readonly ContentPart[] {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }];
  return listOf(content).flatMap(contentPart);
}

function contentPart(part: Json): readonly ContentPart[] {
  const fields = fieldsOf(part);
  switch (textOf(fields['type']) ?? '') {
    case 'text':
      return messageParts(textOf(fields['text']));
    case 'refusal':
      return messageParts(textOf(fields['refusal']));
    case 'image_url':
      return [urlPart('image', textOf(fieldsOf(fields['image_url'])['url']) ?? textOf(fields['image_url']) ?? '')];
    case 'file': {
      const file = fieldsOf(fields['file']);
      const data = textOf(file['file_data']);
      const name = textOf(file['filename']) ?? textOf(file['file_id']) ?? 'file';
      return [data === undefined ? { type: 'reference', name } : urlPart('file', data, undefined, name)];
    }
    case 'input_audio': {
      const { data, format } = fieldsOf(fields['input_audio']);
      const bytes = typeof data === 'string' ? data : '';
      const media = `audio/${typeof format === 'string' ? format : 'wav'}`;
      return [{ type: 'file', media_type: media, source: { kind: 'base64', data: bytes } }];
    }
    default:
      return [{ type: 'text', text: JSON.stringify(part) }];
  }
}
