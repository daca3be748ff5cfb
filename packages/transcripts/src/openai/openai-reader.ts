/** Lists as OpenAI's APIs take them: messages of Chat Completions, items of Responses. */
import { fieldsOf, isJsonObject, listOf, textOf } from '@toolthread/core/json';
import type { Json, JsonFields } from '@toolthread/core/json';
import { readItem } from '../codex/read-item.ts';
import { Rollout } from '../codex/rollout.ts';
import { hidden } from '../thread/fate.ts';
import type { Fate } from '../thread/fate.ts';
import { firstMessages, messagesIn, mostly } from '../message-list/messages-in.ts';
import { toldOnce } from '../message-list/told-once.ts';
import type { ImportWriter } from '../thread/import-writer.ts';
import { ThreadWriter } from '../thread/thread-writer.ts';
import type { FormatReader, RecordReader, SourceLine } from '../transcript/format-reader.ts';
import { ChatMessages } from './chat-messages.ts';

const ROLES = new Set(['system', 'developer', 'user', 'assistant', 'tool', 'function']);
const ITEMS = new Set(['function_call', 'function_call_output', 'reasoning', 'custom_tool_call', 'web_search_call']);

export const openaiReader: FormatReader = {
  format: 'openai',
  shape: 'either',
  ids: 'given',
  detect({ values: first }) {
    const all = first.length === 1 ? itemsIn(first[0] ?? null).slice(0, 60) : firstMessages(first);
    const fields = all.map((one) => fieldsOf(one));
    const isList = mostly(fields, (one) => isItem(one) || isChat(one));
    if (!isList) return 0;
    if (fields.some((one) => isItem(one) && textOf(one['type']) !== 'message')) return 0.95;
    return fields.some(isOwn) ? 0.95 : 0.5;
  },
  open: (ledger) => new OpenaiReader(ledger),
};

function isItem(one: JsonFields): boolean {
  const type = textOf(one['type']) ?? '';
  return ITEMS.has(type) || (type === 'message' && ROLES.has(textOf(one['role']) ?? '') && one['uuid'] === undefined);
}

function isChat(one: JsonFields): boolean {
  return ROLES.has(textOf(one['role']) ?? '') && one['type'] === undefined && one['parts'] === undefined;
}

/** What only these lists have. */
function isOwn(one: JsonFields): boolean {
  const role = textOf(one['role']) ?? '';
  if (role === 'tool' || role === 'function' || role === 'developer') return one['metadata'] === undefined;
  if (one['tool_calls'] !== undefined || one['function_call'] !== undefined) return true;
  return listOf(one['content']).some((part) => {
    const type = textOf(fieldsOf(part)['type']) ?? '';
    return type === 'image_url' || type === 'input_text' || type === 'output_text';
  });
}

/** A list, a request's body, or a whole response. */
function itemsIn(value: Json): readonly Json[] {
  const { input, output } = fieldsOf(value);
  if (Array.isArray(input) || Array.isArray(output)) return [...listOf(input), ...listOf(output)];
  return messagesIn(value);
}

class OpenaiReader implements RecordReader {
  readonly #ledger: ImportWriter;
  readonly #rollout: Rollout;
  readonly #chat: ChatMessages;
  #messages = 0;
  #told = 0;

  constructor(ledger: ImportWriter) {
    this.#ledger = ledger;
    this.#rollout = new Rollout(new ThreadWriter(ledger), undefined);
    this.#chat = new ChatMessages(this.#rollout.thread);
  }

  get title(): string | undefined {
    return this.#rollout.thread.title;
  }

  record(source: SourceLine): void {
    const items = itemsIn(source.value);
    const isLine = items.length === 1 && items[0] === source.value;
    for (const { value, again } of toldOnce(items, 'other')) {
      if (this.#messages === 0) this.#rollout.thread.create({ format: 'openai' }, undefined);
      this.#messages += 1;
      if (again === undefined) this.#told += 1;
      const { fate, rule } = again ?? this.#read(value);
      this.#ledger.settle(isLine ? source : { line: this.#messages, byte: 0, value }, fate, rule);
    }
  }

  end(): void {
    this.#rollout.end();
  }

  counts(): { readonly [name: string]: Json } {
    return { messages: this.#told, ...this.#rollout.thread.calls.counts() };
  }

  #read(value: Json): Fate {
    const fields = fieldsOf(value);
    const type = textOf(fields['type']);
    if (!isJsonObject(value)) return hidden('unknown:no-object');
    return type === undefined ? this.#chat.tell(fields) : readItem(this.#rollout, type, fields);
  }
}
