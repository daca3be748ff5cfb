import type { ContentPart } from '@toolthread/core';
import { fieldsOf, listOf, textOf } from '@toolthread/core/json';
import type { JsonFields } from '@toolthread/core/json';
import { sameJson } from '../records/same-json.ts';
import { timeOf } from '../records/time-of.ts';
import { hidden, SHOWN } from '../thread/fate.ts';
import type { Fate } from '../thread/fate.ts';
import type { OpenStep } from '../thread/open-step.ts';
import type { ThreadWriter } from '../thread/thread-writer.ts';
import { GOOGLE_COUNTS, usageOf } from '../thread/usage-of.ts';
import type { CountNames } from '../thread/usage-of.ts';
import { partList } from './part-list.ts';
import { reportedResult } from './reported-result.ts';

const COUNTED: CountNames = { ...GOOGLE_COUNTS, cacheRead: 'cached', reasoning: 'thoughts' };

/** Writes a message; gives its step, if it is one of the model's. */
export function tellMessage(thread: ThreadWriter, message: JsonFields): OpenStep | undefined {
  thread.moveTo(timeOf(message['timestamp']));
  switch (textOf(message['type']) ?? '') {
    case 'user': {
      const parts = promptOf(message);
      if (parts.length > 0) thread.post(parts);
      return undefined;
    }
    case 'gemini':
      return tellResponse(thread, message);
    case 'error':
      thread.closeStep();
      thread.status('failed', spokenText(partList(message['content'])));
      return undefined;
    default:
      return undefined;
  }
}

export function fateOfMessage(message: JsonFields): Fate {
  const type = textOf(message['type']) ?? 'none';
  switch (type) {
    case 'user':
      return promptOf(message).length === 0 ? hidden('empty') : SHOWN;
    case 'gemini':
      return saysNothing(message) ? hidden('empty') : SHOWN;
    case 'error':
      return SHOWN;
    case 'info':
    case 'warning':
      return hidden(type);
    default:
      return hidden(`unknown:${type}`);
  }
}

/** The first record of a response may come before its words. */
function saysNothing({ content, thoughts, toolCalls }: JsonFields): boolean {
  return [content, thoughts, toolCalls].every((value) => (textOf(value) ?? listOf(value)).length === 0);
}

/** What the person typed, where the file keeps it apart from what was sent in its place. */
function promptOf(message: JsonFields): readonly ContentPart[] {
  const typed = partList(message['displayContent']);
  return typed.length > 0 ? typed : partList(message['content']);
}

function tellResponse(thread: ThreadWriter, message: JsonFields): OpenStep {
  const model = textOf(message['model']);
  if (model !== undefined) thread.configure({ provider: 'google', api: 'gemini', model });
  const step = thread.startStep();
  step.usage = usageOf(fieldsOf(message['tokens']), COUNTED);
  for (const thought of listOf(message['thoughts']).map((one) => fieldsOf(one)))
    thread.reasoning(step, thoughtText(thought));
  for (const part of partList(message['content'])) {
    if (part.type === 'text') thread.text(step, part.text);
    else thread.part(step, { kind: 'file', content: part });
  }
  const at = timeOf(message['timestamp']);
  for (const call of listOf(message['toolCalls']).map((one) => fieldsOf(one))) tellCall(thread, step, call, at);
  return step;
}

/** A call is made by its message; its own time is when its result was there. */
function tellCall(thread: ThreadWriter, step: OpenStep, call: JsonFields, at: number | undefined): void {
  thread.moveTo(at);
  const id = textOf(call['id']);
  const name = textOf(call['name']) ?? 'tool';
  const ours = thread.call(step, { id, name, arguments: JSON.stringify(call['args'] ?? {}) });
  tellResult(thread, id ?? ours, call);
}

function tellResult(thread: ThreadWriter, id: string, call: JsonFields): void {
  const result = reportedResult(call);
  if (result === undefined) return;
  thread.moveTo(timeOf(call['timestamp']));
  thread.result(id, result);
}

/**
 * Whether the message only says more than before: the same words, the same calls and more of them, results that have come.
 * Then just that is written.
 */
export function tellAdditions(
  thread: ThreadWriter,
  step: OpenStep | undefined,
  before: JsonFields,
  after: JsonFields,
): boolean {
  if (sameJson(before, after)) return true;
  const [old, now] = [
    listOf(before['toolCalls']).map((one) => fieldsOf(one)),
    listOf(after['toolCalls']).map((one) => fieldsOf(one)),
  ];
  const grown = old.every((call, index) => isSameCall(call, now[index]));
  if (step === undefined || !grown || !WORDS.every((name) => sameJson(before[name], after[name]))) return false;
  step.usage = usageOf(fieldsOf(after['tokens']), COUNTED) ?? step.usage;
  now.forEach((call, index) => {
    const id = textOf(call['id']);
    if (index >= old.length) tellCall(thread, step, call, timeOf(after['timestamp']));
    else if (id !== undefined && thread.calls.isOpen(id)) tellResult(thread, id, call);
  });
  return true;
}

const WORDS = ['type', 'content', 'displayContent', 'thoughts'];

/** Its result may come, but one that was there stays. */
function isSameCall(old: JsonFields, now: JsonFields | undefined): boolean {
  if (now === undefined || textOf(old['id']) === undefined) return false;
  const same = (name: string): boolean => sameJson(old[name], now[name]);
  const settled = reportedResult(old) !== undefined;
  return same('id') && same('name') && same('args') && (!settled || (same('result') && same('status')));
}

function thoughtText(thought: JsonFields): string {
  const subject = textOf(thought['subject']) ?? '';
  const said = textOf(thought['description']) ?? '';
  return subject === '' ? said : `**${subject}**\n\n${said}`;
}

function spokenText(parts: readonly ContentPart[]): string {
  return parts.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
}
