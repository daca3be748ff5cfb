/** Calls and results written as tags: `<tool>`, and `<validation>` for a result apart from its call. */
import { blockAt } from '../block-spans.ts';
import { isEarlyResult } from '../early-results.ts';
import { decode } from '../encode.ts';
import { readBlock } from '../parse-tool-blocks.ts';
import type { StoredMark } from './stored-mark.ts';

export function readToolTag(text: string, at: number): StoredMark | undefined {
  const span = blockAt(text, at);
  if (span === undefined) return undefined;
  const { id, call, name, state, result } = readBlock(text, span);
  return {
    kind: 'call',
    start: span.start,
    end: span.end,
    call,
    state: span.state === 'start' && span.pending ? 'start' : state,
    ...(id === undefined ? {} : { id }),
    ...(isEarlyResult(span, call !== name) ? { isEarly: true } : {}),
    ...(result === undefined ? {} : { result }),
  };
}

const OPEN = '<validation>';
const CLOSE = '</validation>';

/** In the oldest texts a result says no more than that: `save completed in 0.3s`. */
const COMPLETED = /(?:^| )completed(?: in \d[\w., ]{0,30})?$/;

/** The tool's name, then its result, in the oldest texts on the same line. */
export function readValidation(text: string, at: number): StoredMark | undefined {
  if (!text.startsWith(OPEN, at) || text[at - 1] === '`') return undefined;
  const from = at + OPEN.length;
  const to = text.indexOf('<', from);
  if (to <= from || !text.startsWith(CLOSE, to)) return undefined;
  const inner = text.slice(from, to).trimStart();
  const newline = inner.indexOf('\n');
  const head = decode(newline === -1 ? inner : inner.slice(0, newline)).trim();
  const name = head.replace(COMPLETED, '');
  const body = newline === -1 ? '' : decode(inner.slice(newline + 1));
  const result = [head.slice(name.length).trim(), body].filter((words) => words !== '').join('\n');
  const end = to + CLOSE.length;
  return { kind: 'result', start: at, end, name, result: result === '' ? undefined : result };
}
