/**
 * ``🔧 `name` [2] ⏳``: a call as a line of its own, or a paragraph of HTML; what it was called with, and what it gave, is in
 * the message's trace.
 */
import { decode } from '../encode.ts';
import type { StoredMark } from './stored-mark.ts';

type NumberedMark = Extract<StoredMark, { kind: 'numbered' }>;

const LINE = /🔧 `((?:[^`\\\n]|\\.){1,10000})` \[(\d{1,6})\]( ⏳)?/uy;
const PARAGRAPH = /<p>🔧 <code>([^<\n][^<\n]*)<\/code> \[(\d{1,6})\]( ⏳)?<\/p>/y;

export function readNumberedMark(text: string, at: number): NumberedMark | undefined {
  if (text.startsWith('<p>', at)) return read(PARAGRAPH, text, at, decode);
  if (!beginsLine(text, at)) return undefined;
  return read(LINE, text, at, (name) => decode(name.replace(/\\(.)/gu, '$1')));
}

function read(form: RegExp, text: string, at: number, nameOf: (written: string) => string): NumberedMark | undefined {
  form.lastIndex = at;
  const [, name, number, hourglass] = form.exec(text) ?? [];
  if (name === undefined) return undefined;
  return {
    kind: 'numbered',
    start: at,
    end: form.lastIndex,
    number: Number(number),
    name: nameOf(name),
    pending: hourglass !== undefined,
  };
}

/** Nothing but three spaces before it: a look at four characters, however long the line. */
export function beginsLine(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 4), at);
  return at < 4 ? /(?:^|\n) *$/u.test(before) : /\n *$/u.test(before);
}
