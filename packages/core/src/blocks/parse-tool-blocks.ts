/** Text back into calls: what a stored chat says of them. A live thread never reads its text this way ([L7]). */
import type { Outcome } from '../ledger/ledger-event.ts';
import { compactText } from '../text/compact-text.ts';
import { blockSpans } from './block-spans.ts';
import type { BlockSpan } from './block-spans.ts';
import { decode } from './encode.ts';
import { EarlyResults, isEarlyResult } from './early-results.ts';
import { readWords } from './write-words.ts';

/** A piece of a text with blocks: words, or a call. */
export type BlockPart = TextPart | ToolBlock;

/** Words of a text with blocks. */
export interface TextPart {
  readonly kind: 'text';
  readonly text: string;
}

/** A call of a text with blocks. */
export interface ToolBlock {
  readonly kind: 'tool';
  readonly id: string | undefined;
  readonly state: 'pending' | Outcome;
  /** The call as it was shown: `name(args)`. */
  readonly call: string;
  readonly name: string;
  readonly arguments: string;
  /** With the marker of a cut, if it was cut. */
  readonly result: string | undefined;
}

/** What the streamed form writes in place of a call that did not finish. */
const INTERRUPTED = '(interrupted)';

/**
 * Text back into words and calls.
 *
 * Laws: every character of the text is in a part, but for the blank lines a block brings along; a tag that is no whole
 * block, and every block in code, is text; a streamed `start` and the `done` of its id are one call, at the place of the
 * start; a result that came before the start of its id, or without ids and words between of its name, is that call's, at the place of the result, unless its
 * tag says how it ended; what is no string at all is read as it would be printed.
 *
 * @example
 * const [block] = parseToolBlocks('<tool>pwd()\n/app</tool>');
 * block?.kind === 'tool' && block.result; //=> '/app'
 */
export function parseToolBlocks(accumulatedText: string): BlockPart[] {
  const text = compactText(accumulatedText);
  const parts: BlockPart[] = [];
  const started = new Map<string, number>();
  const results = new EarlyResults();
  let from = 0;
  for (const span of blockSpans(text)) {
    addWords(parts, text, from, span.start);
    if (isWords(text, from, span.start)) results.passWords();
    from = span.end;
    const block = readBlock(text, span);
    const early = results.take(block);
    if (early !== undefined) {
      parts[early.place] = { ...block, state: early.block.state, result: early.block.result };
      continue;
    }
    if (isEarlyResult(span, block.call !== block.name)) results.note(block, parts.length);
    const place = block.id === undefined || span.state === undefined ? undefined : started.get(block.id);
    const start = place === undefined ? undefined : parts[place];
    if (block.id !== undefined && span.state === 'start') started.set(block.id, parts.length);
    else if (block.id !== undefined && place !== undefined && start?.kind === 'tool') {
      parts[place] = block.call === INTERRUPTED ? { ...start, state: 'interrupted' } : block;
      started.delete(block.id);
      continue;
    }
    parts.push(block);
  }
  addWords(parts, text, from, text.length);
  return parts;
}

/** Whether there is more than white space between two blocks. */
export function isWords(text: string, start: number, end: number): boolean {
  return text.slice(start, end).trim() !== '';
}

/** A block is written with a blank line before it and a newline behind it: those are its own, the rest are words. */
function addWords(parts: BlockPart[], text: string, start: number, end: number): void {
  const from = start > 0 && start < end && text[start] === '\n' ? start + 1 : start;
  let to = end;
  for (let dropped = 0; dropped < 2 && end < text.length && to > from && text[to - 1] === '\n'; dropped += 1) to -= 1;
  if (from === to) return;
  const words = readWords(text.slice(from, to));
  const last = parts.at(-1);
  if (last?.kind === 'text') parts[parts.length - 1] = { kind: 'text', text: last.text + words };
  else parts.push({ kind: 'text', text: words });
}

export function readBlock(text: string, span: BlockSpan): ToolBlock {
  const inner = text.slice(span.innerStart, span.innerEnd);
  const newline = inner.indexOf('\n');
  const line = (newline === -1 ? inner : inner.slice(0, newline)).replace(/\r$/, '');
  const written = newline === -1 ? '' : inner.slice(newline + 1);
  const bracket = line.indexOf('(');
  const args = bracket === -1 ? '' : line.slice(bracket + 1, line.endsWith(')') ? -1 : undefined);
  return {
    kind: 'tool',
    id: span.id === undefined ? undefined : decode(span.id),
    state: stateOf(span, line),
    call: decode(line),
    name: decode(bracket === -1 ? line : line.slice(0, bracket)),
    arguments: decode(args),
    result: written === '' ? undefined : decode(written),
  };
}

function stateOf(span: BlockSpan, line: string): ToolBlock['state'] {
  if (span.pending) return 'pending';
  if (span.state === undefined || span.state === 'start') return 'done';
  return span.state === 'done' && line === INTERRUPTED ? 'interrupted' : span.state;
}
