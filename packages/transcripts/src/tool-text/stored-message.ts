/** One message of a stored chat, whatever its program called the fields. */
import { fieldsOf, isJsonObject, listOf, textOf } from '@toolthread/core/json';
import type { Json, JsonFields } from '@toolthread/core/json';
import { timeOf } from '../records/time-of.ts';

export interface StoredMessage {
  readonly author: 'agent' | 'system' | { readonly name: string | undefined };
  readonly text: string;
  /** What goes with the text as data: arguments and results of the calls that it numbers. */
  readonly trace: Json | undefined;
  readonly at: number | undefined;
}

const AGENTS: ReadonlySet<string> = new Set(['assistant', 'agent', 'bot', 'ai', 'model']);
const TRACES = ['io.mindroom.tool_trace', 'tool_trace'] as const;
const TIMES = ['timestamp', 'origin_server_ts', 'created_at', 'createdAt', 'at'] as const;
const MARKS =
  /<tool[ >]|<validation>|🔧 (?:\*\*Tool Call:\*\* |`|Using )|<p>🔧 <code>|\*\*Tool Calls:\*\*|<!-- tool-break -->/u;

/** Undefined for what is no message: it says nothing. */
export function readMessage(value: Json): StoredMessage | undefined {
  if (!isJsonObject(value)) return undefined;
  const text = bodyOf(value);
  if (text === undefined) return undefined;
  const trace = traceOf(value);
  const role = textOf(value['role'])?.toLowerCase();
  const name = textOf(value['author']) ?? textOf(value['sender']) ?? textOf(value['name']);
  const at = TIMES.map((field) => timeOf(value[field])).find((time) => time !== undefined);
  const isAgent = role === undefined ? trace !== undefined || MARKS.test(text) : AGENTS.has(role);
  if (isAgent) return { author: 'agent', text, trace, at };
  return { author: role === 'system' || role === 'developer' ? 'system' : { name }, text, trace: undefined, at };
}

/** An agent's message with calls in its text: what tells such a chat from any other list of messages. */
export function hasToolText(value: Json): boolean {
  const message = readMessage(value);
  return message?.author === 'agent' && (message.trace !== undefined || MARKS.test(message.text));
}

const APART = ['tool_calls', 'toolCalls', 'tool_call_id', 'toolActivity', 'parts'] as const;

/** Calls as data of their own: another format, whatever its words say. */
export function hasCallsApart(value: Json): boolean {
  const record = fieldsOf(value);
  if (textOf(record['role']) === 'tool') return true;
  const blocks = listOf(record['content']).map((block) => textOf(fieldsOf(block)['type']) ?? '');
  if (blocks.some((type) => type.startsWith('tool_'))) return true;
  return [record, fieldsOf(record['metadata'])].some((place) => APART.some((field) => place[field] !== undefined));
}

function bodyOf(record: JsonFields): string | undefined {
  const content = record['content'] ?? record['text'] ?? record['body'];
  if (typeof content === 'string') return content;
  if (isJsonObject(content)) return textOf(content['body']) ?? textOf(content['text']);
  if (!Array.isArray(content)) return undefined;
  const texts = listOf(content).map((block) => textOf(fieldsOf(block)['text']));
  return texts.some((text) => text === undefined) ? undefined : texts.join('\n\n');
}

function traceOf(record: JsonFields): Json | undefined {
  for (const place of [fieldsOf(record['content']), record, fieldsOf(record['metadata'])]) {
    for (const field of TRACES) if (place[field] !== undefined) return place[field];
  }
  return undefined;
}
