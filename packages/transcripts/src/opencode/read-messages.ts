/** Messages of a session: what a person asked, and the steps of the agent. */
import { scoped } from '../thread/scoped.ts';
import { childScope } from '@toolthread/core';
import type { ContentPart, FinishReason, Usage } from '@toolthread/core';
import { fieldsOf, isJsonObject, listOf, numberOf, textOf } from '@toolthread/core/json';
import type { Json, JsonFields } from '@toolthread/core/json';
import { timeOf } from '../records/time-of.ts';
import { wholeRecord } from '../records/whole-record.ts';
import { toldOnce } from '../message-list/told-once.ts';
import { FOLDED, hidden, hiddenType, SHOWN } from '../thread/fate.ts';
import type { Fate } from '../thread/fate.ts';
import type { OpenStep } from '../thread/open-step.ts';
import { addUsage, usageOf } from '../thread/usage-of.ts';
import { filePart } from './file-part.ts';
import type { SessionBook } from './session-book.ts';
import { toolResult } from './tool-result.ts';

type Scope = string | undefined;

const SILENT: ReadonlySet<string> = new Set(['snapshot', 'patch', 'agent', 'compaction']);

const OF_AGENT: ReadonlySet<string> = new Set(['tool', 'reasoning', 'step-start', 'step-finish', 'retry']);

function readAll(book: SessionBook, messages: Json | undefined, scope: Scope): void {
  for (const { value, state, again } of toldOnce(listOf(messages), 'newer')) {
    if (again === undefined) readMessage(book, state, scope);
    else book.account(value, again);
  }
}

/** The messages of a session whose person may have undone the last of them: those stay as a version. opencode removes them when the session goes on. */
export function readMessages(book: SessionBook, messages: Json | undefined, revert: JsonFields): void {
  const all = listOf(messages);
  const { boundaries } = book.thread;
  const from = all.findIndex((message) => fieldsOf(fieldsOf(message)['info'])['id'] === revert['messageID']);
  if (textOf(revert['messageID']) === undefined || from === -1) return readAll(book, messages, undefined);
  const { kept, undone } = splitAt(all[from] ?? null, textOf(revert['partID']));
  readAll(book, [...all.slice(0, from), ...kept], undefined);
  const known = boundaries.length;
  readAll(book, [undone, ...all.slice(from + 1)], undefined);
  const to = boundaries[known];
  if (to !== undefined) book.thread.rewind(to);
}

/** A message may be undone from one of its parts on: its end is of what was undone. */
function splitAt(message: Json, part: string | undefined): { readonly kept: readonly Json[]; readonly undone: Json } {
  const { info, parts } = fieldsOf(message);
  const all = listOf(parts);
  const place = part === undefined ? -1 : all.findIndex((one) => fieldsOf(one)['id'] === part);
  if (place <= 0) return { kept: [], undone: message };
  const { error: _error, finish: _finish, tokens: _tokens, ...begun } = fieldsOf(info);
  return {
    kept: [{ info: wholeRecord(begun), parts: all.slice(0, place) }],
    undone: { info: wholeRecord(fieldsOf(info)), parts: all.slice(place) },
  };
}

function readMessage(book: SessionBook, message: Json, scope: Scope): void {
  const info = fieldsOf(fieldsOf(message)['info']);
  const isTorn = book.damage(info);
  const whole = listOf(fieldsOf(message)['parts']).filter((part) => !book.damage(fieldsOf(part)));
  const parts = whole.map((part, index) => (index === 0 && !isTorn ? withInfo(part, info) : part));
  book.countMessage();
  for (const part of parts) book.countPart(fieldsOf(part));
  book.thread.moveTo(timeOf(fieldsOf(info['time'])['created']));
  const role = textOf(info['role']) ?? (parts.some(isAgents) ? 'assistant' : 'none');
  if (role === 'user') readPrompt(book, parts, scope);
  else if (role === 'assistant' && info['summary'] === true) readSummary(book, info, parts, scope);
  else if (role === 'assistant') readTurn(book, info, parts, scope);
  else for (const part of parts) book.account(part, hidden(`unknown:${role}`));
  if (parts.length === 0 && !isTorn) book.account(message, info['error'] === undefined ? hidden('empty') : SHOWN);
}

/** Of a message that is torn or gone, its parts may say whose it was: these are in no prompt. */
function isAgents(part: Json): boolean {
  return OF_AGENT.has(textOf(fieldsOf(part)['type']) ?? '');
}

/** What is said of the whole message is of its first part's record. */
function withInfo(part: Json, info: JsonFields): Json {
  return isJsonObject(part) ? { ...part, info: wholeRecord(info) } : part;
}

function readPrompt(book: SessionBook, parts: readonly Json[], scope: Scope): void {
  const said: ContentPart[] = [];
  const fates = parts.map((part) => ({ part, fate: readPromptPart(fieldsOf(part), said) }));
  // Its records are behind it: who undoes it takes them back, too.
  if (said.length > 0) book.thread.post(said, { scope });
  for (const { part, fate } of fates) book.account(part, fate);
}

function readPromptPart(part: JsonFields, said: ContentPart[]): Fate {
  const type = textOf(part['type']) ?? 'none';
  switch (type) {
    case 'text': {
      if (part['synthetic'] === true || part['ignored'] === true) return hidden('synthetic');
      const text = textOf(part['text']) ?? '';
      if (text === '') return hidden('empty');
      said.push({ type: 'text', text });
      return SHOWN;
    }
    case 'file':
      said.push(filePart(part));
      return SHOWN;
    case 'subtask':
      said.push({ type: 'text', text: `@${textOf(part['agent']) ?? 'agent'} ${textOf(part['prompt']) ?? ''}` });
      return SHOWN;
    case 'compaction':
      return FOLDED;
    default:
      return hiddenType(type, SILENT);
  }
}

/** The summary that replaces what was said before it. */
function readSummary(book: SessionBook, info: JsonFields, parts: readonly Json[], scope: Scope): void {
  const all = parts.map((one) => fieldsOf(one));
  const texts = all.filter((part) => part['type'] === 'text').map((part) => textOf(part['text']) ?? '');
  const steps = all.filter((part) => part['type'] === 'step-finish').map((part) => usageIn(fieldsOf(part['tokens'])));
  const usage = steps.reduce<Usage | undefined>(addUsage, undefined) ?? usageIn(fieldsOf(info['tokens']));
  book.thread.compact(texts.join('\n\n'), undefined, scope, usage);
  for (const part of parts) book.account(part, fieldsOf(part)['type'] === 'text' ? SHOWN : hidden('of-compaction'));
}

function readTurn(book: SessionBook, info: JsonFields, parts: readonly Json[], scope: Scope): void {
  const { thread } = book;
  const model = textOf(info['modelID']);
  if (model !== undefined)
    thread.configure({ provider: textOf(info['providerID']) ?? 'unknown', api: 'opencode', model }, scope);
  thread.closeStep(scope);
  const marksSteps = parts.some((part) => fieldsOf(part)['type'] === 'step-start');
  const words = (): OpenStep => (marksSteps ? thread.step(scope) : thread.stepOfWords(scope));
  for (const part of parts) book.account(part, readPart(book, fieldsOf(part), scope, words));
  const open = thread.openStep(scope);
  if (open !== undefined) open.usage ??= usageIn(fieldsOf(info['tokens']));
  readEnd(book, info, scope);
}

function readEnd({ thread }: SessionBook, info: JsonFields, scope: Scope): void {
  const end = timeOf(fieldsOf(info['time'])['completed']);
  thread.moveTo(end);
  const open = thread.openStep(scope);
  if (open !== undefined) open.at = thread.at;
  const finish = textOf(info['finish']);
  // Nothing says that it is over: more may come of it, until something follows.
  if (end === undefined && finish === undefined && !isJsonObject(info['error'])) return;
  if (!isJsonObject(info['error'])) return thread.closeStep(scope, finishOf(finish));
  const { name, data } = info['error'];
  const said = textOf(fieldsOf(data)['message']) ?? (typeof name === 'string' ? name : 'The run failed.');
  if (name === 'MessageAbortedError') {
    thread.closeStep(scope, 'aborted');
    thread.interruptOpenCalls(scope);
    return thread.status('cancelled', undefined, scope);
  }
  thread.closeStep(scope, name === 'ContextOverflowError' ? 'overflow' : 'error', said);
  return thread.status('failed', said, scope);
}

/** `words` gives the step that words belong to. */
function readPart(book: SessionBook, part: JsonFields, scope: Scope, words: () => OpenStep): Fate {
  const { thread } = book;
  const type = textOf(part['type']) ?? 'none';
  const start = timeOf(fieldsOf(part['time'])['start']);
  thread.moveTo(start);
  switch (type) {
    case 'step-start':
      thread.startStep(scope);
      return FOLDED;
    case 'step-finish': {
      const step = thread.step(scope);
      step.usage = usageIn(fieldsOf(part['tokens']));
      thread.closeStep(scope, finishOf(textOf(part['reason'])));
      return FOLDED;
    }
    case 'text':
      return readText(book, part, words);
    case 'reasoning':
      if ((textOf(part['text']) ?? '') === '') return hidden('empty');
      thread.reasoning(words(), textOf(part['text']) ?? '');
      return SHOWN;
    case 'file':
      thread.part(words(), { kind: 'file', content: filePart(part) });
      return SHOWN;
    case 'tool':
      return readTool(book, part, scope);
    case 'retry':
      thread.failedAttempt(retryText(part), scope);
      return SHOWN;
    default:
      return hiddenType(type, SILENT);
  }
}

function readText({ thread }: SessionBook, part: JsonFields, words: () => OpenStep): Fate {
  const text = textOf(part['text']) ?? '';
  if (text === '') return hidden('empty');
  if (part['synthetic'] === true || part['ignored'] === true) return hidden('synthetic');
  thread.text(words(), text);
  return SHOWN;
}

function retryText(part: JsonFields): string {
  const error = fieldsOf(part['error']);
  const said = textOf(fieldsOf(error['data'])['message']) ?? textOf(error['name']) ?? 'The provider failed.';
  const attempt = numberOf(part['attempt']);
  return attempt === undefined ? said : `${said} (attempt ${attempt})`;
}

function readTool(book: SessionBook, part: JsonFields, scope: Scope): Fate {
  const { thread } = book;
  const state = fieldsOf(part['state']);
  const time = fieldsOf(state['time']);
  const started = timeOf(time['start']);
  thread.moveTo(started);
  const id = textOf(part['callID']) ?? textOf(part['id']);
  const args = state['input'] === undefined ? (textOf(state['raw']) ?? '{}') : JSON.stringify(state['input']);
  const step = thread.step(scope);
  const call = thread.call(step, { id, name: textOf(part['tool']) ?? 'tool', arguments: args });
  const child = textOf(fieldsOf(state['metadata'])['sessionId']);
  if (child !== undefined) readChild(book, child, id ?? call);
  const ended = timeOf(time['end']);
  thread.moveTo(ended);
  const result = toolResult(part);
  if (result !== undefined) thread.result(id ?? call, result, scope);
  const printed = textOf(fieldsOf(state['metadata'])['output']) ?? '';
  if (result === undefined && printed !== '')
    thread.write({
      type: 'agent.tool.output.delta',
      step: step.step,
      call,
      offset: 0,
      text: printed,
      ...scoped(scope),
    });
  return SHOWN;
}

/** A session that a call started stands under that call. */
export function readChild(book: SessionBook, id: string, call: string | undefined): void {
  book.readChild(id, (child) => {
    book.addChildren(child);
    const scope = childScope(id);
    const title = textOf(fieldsOf(child['info'])['title']) ?? id;
    book.thread.openChild(scope, title, call);
    readAll(book, child['messages'], scope);
    book.thread.closeStep(scope);
  });
}

function finishOf(reason: string | undefined): FinishReason | undefined {
  if (reason === 'content-filter') return 'refusal';
  return reason === 'length' || reason === 'error' ? reason : undefined;
}

function usageIn(tokens: JsonFields): Usage | undefined {
  const cached = fieldsOf(tokens['cache']);
  return usageOf({ ...cached, ...tokens }, { cacheRead: 'read', cacheWrite: 'write', outputLacks: 'reasoning' });
}
