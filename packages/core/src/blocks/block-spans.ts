/** Finds the blocks in a text. One pass: each character is read a bounded number of times, whatever the text says. */
import { OUTCOMES, wordIn } from '../ledger/word-in.ts';
import type { Outcome } from '../ledger/ledger-event.ts';
import { CodeLines } from './code-lines.ts';
import { endOfLine } from '../text/line-ends/end-of-line.ts';

/** What a block's tag says of the call; `start` and `done` are the streamed form's, the others are ours. */
type TagState = 'start' | Outcome;

export interface BlockSpan {
  /** From the `<` of the opening tag to behind the `>` of the closing one. */
  readonly start: number;
  readonly end: number;
  /** What is between the tags, as it is written. */
  readonly innerStart: number;
  readonly innerEnd: number;
  /** As it is written. */
  readonly id: string | undefined;
  readonly state: TagState | undefined;
  /** There is no newline inside, and the tag does not say that the call ended. */
  readonly pending: boolean;
}

const OPEN = '<tool';
const CLOSE = '</tool>';
const TAG_STATES: { readonly [state in TagState]: true } = { start: true, ...OUTCOMES };
const TAG = new RegExp(`<tool(?: id="([^"<>\\n]*)")?(?: state="(${Object.keys(TAG_STATES).join('|')})")?>`, 'y');

/** The blocks of a text, outside its code, in order: `[...blockSpans('<tool>a()</tool>')].length === 1`. */
export function* blockSpans(text: string): Iterable<BlockSpan> {
  let lines = new CodeLines();
  let line = 0;
  let lineEnd = endOfLine(text, 0);
  /** Whether `lines` has read the line that begins at `line`. */
  let read = false;
  let at = text.indexOf(OPEN);
  while (at !== -1) {
    while (lineEnd < at) {
      if (!read) lines.isCode(text, line, lineEnd);
      read = false;
      line = lineEnd + 1;
      lineEnd = endOfLine(text, line);
    }
    if (!read && lines.isCode(text, line, lineEnd)) {
      read = true;
      at = text.indexOf(OPEN, lineEnd);
      continue;
    }
    read = true;
    const span = blockAt(text, at);
    if (span === undefined) {
      at = text.indexOf(OPEN, at + OPEN.length);
      continue;
    }
    yield span;
    lines = new CodeLines();
    if (lineEnd < span.end) lineEnd = endOfLine(text, span.end);
    if (lineEnd > span.end) lines.readWords();
    at = text.indexOf(OPEN, span.end);
  }
}

/** The block that begins at `at`, or undefined if what is there is no whole block. */
export function blockAt(text: string, at: number): BlockSpan | undefined {
  TAG.lastIndex = at;
  const tag = TAG.exec(text);
  // Inline code: the writer of a block leaves a blank line before it.
  if (tag === null || text[at - 1] === '`') return undefined;
  const innerStart = at + tag[0].length;
  const innerEnd = text.indexOf('<', innerStart);
  if (innerEnd <= innerStart || !text.startsWith(CLOSE, innerEnd)) return undefined;
  // A result that follows no call belongs to none.
  if (text[innerStart] === '\n') return undefined;
  const state = stateOf(tag[2]);
  const pending = (state === undefined || state === 'start') && !text.slice(innerStart, innerEnd).includes('\n');
  return { start: at, end: innerEnd + CLOSE.length, innerStart, innerEnd, id: tag[1], state, pending };
}

function stateOf(word: string | undefined): TagState | undefined {
  return wordIn(TAG_STATES, word);
}
