/** Messages of Chat Completions. */
import type { ContentPart, Json } from '@toolthread/core';
import { fieldsOf, listOf, textIn } from '../fields.ts';
import type { Fields } from '../fields.ts';
import { hidden, SHOWN } from '../fate.ts';
import type { Fate } from '../fate.ts';
import type { OpenStep, ThreadWriter } from '../thread-writer.ts';
import { urlPart } from '../url-part.ts';

export class ChatMessages {
  readonly #thread: ThreadWriter;
  /** Calls of the oldest form have no id: results find them by name, in order. */
  readonly #unnamed = new Map<string, string[]>();

  constructor(thread: ThreadWriter) {
    this.#thread = thread;
  }

  tell(message: Fields): Fate {
    const role = textIn(message, 'role') ?? 'none';
    switch (role) {
      case 'user':
        return this.#tellPrompt(message);
      case 'assistant':
        return this.#tellResponse(message);
      case 'tool':
        return this.#tellResult(textIn(message, 'tool_call_id') ?? '', message);
      case 'function':
        return this.#tellResult(this.#unnamed.get(textIn(message, 'name') ?? '')?.shift() ?? '', message);
      case 'system':
      case 'developer':
        return hidden('system-message');
      default:
        return hidden(`unknown:${role}`);
    }
  }

  #tellPrompt(message: Fields): Fate {
    const parts = contentOf(message['content']);
    if (parts.length === 0) return hidden('empty');
    const name = textIn(message, 'name');
    this.#thread.post(parts, name === undefined ? {} : { author: name });
    return SHOWN;
  }

  #tellResponse(message: Fields): Fate {
    const thread = this.#thread;
    const step = thread.startStep();
    const thought = textIn(message, 'reasoning_content') ?? textIn(message, 'reasoning') ?? '';
    if (thought !== '') thread.reasoning(step, thought);
    for (const part of contentOf(message['content'])) {
      if (part.type === 'text') thread.text(step, part.text);
      else thread.part(step, { kind: 'file', content: part });
    }
    const refusal = textIn(message, 'refusal') ?? '';
    if (refusal !== '') thread.part(step, { kind: 'refusal', text: refusal });
    if (refusal !== '') step.finish = 'refusal';
    for (const call of listOf(message['tool_calls']).map(fieldsOf)) this.#tellCall(step, call);
    const only = fieldsOf(message['function_call']);
    if (textIn(only, 'name') !== undefined) this.#tellUnnamed(step, only);
    const isEmpty = step.parts === 0;
    thread.closeStep();
    return isEmpty ? hidden('empty') : SHOWN;
  }

  #tellCall(step: OpenStep, call: Fields): void {
    const named = fieldsOf(call['function'] ?? call['custom']);
    this.#thread.call(step, {
      id: textIn(call, 'id'),
      name: textIn(named, 'name') ?? 'tool',
      arguments: textIn(named, 'arguments') ?? textIn(named, 'input') ?? JSON.stringify(named['arguments'] ?? {}),
    });
  }

  #tellUnnamed(step: OpenStep, called: Fields): void {
    const name = textIn(called, 'name') ?? 'tool';
    const id = this.#thread.call(step, { name, arguments: textIn(called, 'arguments') ?? '' });
    const waiting = this.#unnamed.get(name);
    if (waiting === undefined) this.#unnamed.set(name, [id]);
    else waiting.push(id);
  }

  #tellResult(id: string, message: Fields): Fate {
    return this.#thread.result(id, { outcome: 'done', parts: contentOf(message['content']) });
  }
}

function contentOf(content: Json | undefined): readonly ContentPart[] {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }];
  return listOf(content).flatMap(contentPart);
}

function contentPart(part: Json): readonly ContentPart[] {
  const fields = fieldsOf(part);
  switch (textIn(fields, 'type') ?? '') {
    case 'text':
      return contentOf(textIn(fields, 'text'));
    case 'refusal':
      return contentOf(textIn(fields, 'refusal'));
    case 'image_url':
      return [urlPart('image', textIn(fieldsOf(fields['image_url']), 'url') ?? textIn(fields, 'image_url') ?? '')];
    case 'file': {
      const file = fieldsOf(fields['file']);
      const data = textIn(file, 'file_data');
      const name = textIn(file, 'filename') ?? textIn(file, 'file_id') ?? 'file';
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
