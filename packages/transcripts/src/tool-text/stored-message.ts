/** One message of a stored chat, whatever its program called the fields. */
import type { Json } from '@toolthread/core';
import { fieldsOf, isFields, listOf, textIn, timeIn } from '../fields.ts';
import type { Fields } from '../fields.ts';

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
  if (!isFields(value)) return undefined;
  const text = textOf(value);
  if (text === undefined) return undefined;
  const trace = traceOf(value);
  const role = textIn(value, 'role')?.toLowerCase();
  const name = textIn(value, 'author') ?? textIn(value, 'sender') ?? textIn(value, 'name');
  const at = TIMES.map((field) => timeIn(value, field)).find((time) => time !== undefined);
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
  if (textIn(record, 'role') === 'tool') return true;
  const blocks = listOf(record['content']).map((block) => textIn(fieldsOf(block), 'type') ?? '');
  if (blocks.some((type) => type.startsWith('tool_'))) return true;
  return [record, fieldsOf(record['metadata'])].some((place) => APART.some((field) => place[field] !== undefined));
}

function textOf(record: Fields): string | undefined {
  const content = record['content'] ?? record['text'] ?? record['body'];
  if (typeof content === 'string') return content;
  if (isFields(content)) return textIn(content, 'body') ?? textIn(content, 'text');
  if (!Array.isArray(content)) return undefined;
  const texts = listOf(content).map((block) => textIn(fieldsOf(block), 'text'));
  return texts.some((text) => text === undefined) ? undefined : texts.join('\n\n');
}

function traceOf(record: Fields): Json | undefined {
  for (const place of [fieldsOf(record['content']), record, fieldsOf(record['metadata'])]) {
    for (const field of TRACES) if (place[field] !== undefined) return place[field];
  }
  return undefined;
}
