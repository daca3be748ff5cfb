/**
 * Calls and results written as Markdown: `🔧 **Tool Call:** `name(args)`` and `✅ **`name` result:**`, and the forms of the
 * first days, without backticks.
 */
import { oneLine } from '../../timeline/lines/cut-result.ts';
import { CodeLines } from '../code-lines.ts';
import type { StoredMark } from './stored-mark.ts';
import { endOfLine } from '../../text/line-ends/end-of-line.ts';

const CALL = '🔧 **Tool Call:** ';
const RESULT = '✅ **';
/** A line of any of the forms. */
const MARK = /🔧 \*\*Tool Call:|✅ \*\*|^✅ \S\S* completed: /;

/** `readMarkdownCall('🔧 **Tool Call:** `pwd()`', 0)?.call === 'pwd()'` */
export function readMarkdownCall(text: string, at: number): Extract<StoredMark, { kind: 'call' }> | undefined {
  if (!text.startsWith(CALL, at)) return undefined;
  const from = at + CALL.length;
  if (text[from] !== '`') return readBareCall(text, at, from);
  const limit = nextOpening(text, from + 1) ?? text.length;
  const close = closingBacktick(text, from + 1, limit);
  if (close === undefined) return undefined;
  return { kind: 'call', start: at, end: close + 1, call: oneLine(text.slice(from + 1, close)), state: 'pending' };
}

/** Where a call with backticks, or a result, begins next. */
export function nextOpening(text: string, from: number): number | undefined {
  const opening = /🔧 \*\*Tool Call:\*\* `|✅ \*\*`/gu;
  opening.lastIndex = from;
  return opening.exec(text)?.index;
}

/** Arguments may hold backticks and lines: the call's own backtick ends its line, and follows its bracket where it has one. */
function closingBacktick(text: string, from: number, limit: number): number | undefined {
  let first: number | undefined;
  for (let at = text.indexOf('`', from); at !== -1 && at < limit; at = text.indexOf('`', at + 1)) {
    const after = text[at + 1];
    if (after !== undefined && after !== '\n' && after !== '\r') continue;
    if (text[at - 1] === ')') return at;
    first ??= at;
  }
  return first;
}

function readBareCall(text: string, at: number, from: number): Extract<StoredMark, { kind: 'call' }> | undefined {
  const end = endOfLine(text, from);
  const call = text.slice(from, end).trim();
  return /^[^\s(`][^\s(`]*\(.*\)$/.test(call) ? { kind: 'call', start: at, end, call, state: 'pending' } : undefined;
}

/** ``✅ **`name` result:**`` with the result below it. */
export function readMarkdownResult(text: string, at: number): Extract<StoredMark, { kind: 'result' }> | undefined {
  return readResult(text, at, /✅ \*\*`([^`\n]*)` result:\*\*/y);
}

/** The same without backticks, and the word that a call ended without a result. */
export function readOlderResult(text: string, at: number): StoredMark | undefined {
  if (!text.startsWith(RESULT, at)) return undefined;
  const done = /✅ \*\*(`?)([^`*\n][^`*\n]*)\1\*\* completed(?=[ \t\r]*(?:\n|$))/y;
  done.lastIndex = at;
  const completed = done.exec(text)?.[2];
  if (completed !== undefined) {
    return { kind: 'result', start: at, end: done.lastIndex, name: completed, result: undefined };
  }
  return readResult(text, at, /✅ \*\*([^`*\n][^`*\n]*) Result:\*\*/y);
}

/**
 * `🔧 Using name with arguments: args` and `✅ name completed: result`. People write such words too: they are a result only where
 * a call of the name waits for one.
 */
export function readWordedMark(text: string, at: number, waits: (name: string) => boolean): StoredMark | undefined {
  const using = /🔧 Using (\S\S*) with arguments: (.*)/y;
  using.lastIndex = at;
  const [, called, args = ''] = using.exec(text) ?? [];
  if (called !== undefined) {
    const call = `${called}(${args.trim()})`;
    return { kind: 'call', start: at, end: using.lastIndex, call, state: 'pending' };
  }
  // Asked before its lines are read: a text may be full of such words, and the lines of each go to the next blank one.
  return readResult(text, at, /✅ (\S\S*) completed: /y, waits);
}

/** A line `**Tool Calls:**`, then a line for each: what a run that was not streamed had called. */
export function* readCallList(text: string, at: number): Iterable<StoredMark> {
  const head = /\*\*Tool Calls:\*\*[ \t\r]*\n/y;
  head.lastIndex = at;
  if (!head.test(text)) return;
  let start = at;
  const line = /[ \t]*• ([^\s(][^\s(]*\(.*\))[ \t\r]*(?:\n|$)/y;
  for (line.lastIndex = head.lastIndex; line.lastIndex < text.length;) {
    const call = line.exec(text)?.[1];
    if (call === undefined) return;
    yield { kind: 'call', start, end: line.lastIndex, call, state: 'pending' };
    start = line.lastIndex;
  }
}

/** What is below a head that names the call. */
function readResult(
  text: string,
  at: number,
  head: RegExp,
  mayName: (name: string) => boolean = () => true,
): Extract<StoredMark, { kind: 'result' }> | undefined {
  head.lastIndex = at;
  const name = head.exec(text)?.[1];
  if (name === undefined || !mayName(name)) return undefined;
  const { body, end } = readBody(text, head.lastIndex);
  return { kind: 'result', start: at, end, name, result: body === '' ? undefined : body };
}

/** The lines up to a blank one that no fence holds, or to the next mark. */
function readBody(text: string, from: number): { body: string; end: number } {
  const start = text.startsWith('\r\n', from) ? from + 2 : text[from] === '\n' ? from + 1 : from;
  let end = start;
  let mayBeFenced = true;
  while (end < text.length) {
    const lineEnd = endOfLine(text, end);
    const isMark = text.startsWith(`${CALL}\``, end) || text.startsWith(`${RESULT}\``, end);
    if (isMark || text.slice(end, lineEnd).trim() === '') break;
    const fence = mayBeFenced ? fenceAt(text, end) : 'none';
    if (fence === 'open') mayBeFenced = false;
    end = typeof fence === 'number' ? fence : Math.min(text.length, lineEnd + 1);
  }
  return { body: text.slice(start, end).trim(), end };
}

/** Where a fence that opens on this line is behind us. One that no line before the next mark closes is words. */
function fenceAt(text: string, from: number): number | 'open' | 'none' {
  const lines = new CodeLines();
  for (let at = from; at < text.length;) {
    const lineEnd = endOfLine(text, at);
    if (at > from && MARK.test(text.slice(at, lineEnd))) return 'open';
    lines.isCode(text, at, lineEnd);
    at = Math.min(text.length, lineEnd + 1);
    if (lines.openFence === undefined) return at === Math.min(text.length, endOfLine(text, from) + 1) ? 'none' : at;
  }
  return 'open';
}
