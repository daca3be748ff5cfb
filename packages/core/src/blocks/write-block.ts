import type { Outcome } from '../ledger/ledger-event.ts';
import type { ShownResult } from '../timeline/lines/cut-result.ts';
import { UNKNOWN_TOOL } from '../timeline/lines/answer-text.ts';
import { encode, encodeName } from './encode.ts';
import type { Beginning } from './set-apart.ts';

/** A call as it is written: one line, then its result. */
export interface WrittenBlock {
  readonly id?: string | undefined;
  readonly name: string;
  /** Undefined if nobody knows them. */
  readonly arguments: string | undefined;
  readonly state: 'pending' | Outcome;
  readonly result?: ShownResult | undefined;
  /** Of a result whose call is known to be nowhere: its tag says how it ended, so that no later call takes it. */
  readonly isOrphan?: true;
}

/**
 * Laws: a call that ended has a newline after it, with or without a result: without one it is pending; what ended
 * otherwise than well says so in its tag ([L3]); a block has a blank line before it and a newline behind it.
 */
export function writeBlock(block: WrittenBlock): string {
  return `\n\n${blockPieces(block)
    .map(({ text }) => text)
    .join('')}`;
}

/** The same in pieces, without the blank line before it. */
export function blockPieces({
  id,
  name,
  arguments: told,
  state,
  result,
  isOrphan,
}: WrittenBlock): readonly BlockPiece[] {
  const call =
    told === undefined ? encodeName(name === '' ? UNKNOWN_TOOL : name) : `${encodeName(name)}(${encode(told)})`;
  const isSaid = state !== 'pending' && (state !== 'done' || isOrphan === true);
  const tag = writeTag(id === undefined ? undefined : encodeName(id), isSaid ? state : undefined);
  return [behindHeading(`${tag}${call}`), ...ending(state, encode(result?.text ?? ''), encode(markOf(result)))];
}

/** The same for people: nothing is an entity, and arguments may come in pieces that begin with newlines. What a tool gave may look like the end of the block. */
export function plainPieces({ id, name, arguments: told, state, result }: PlainBlock): readonly BlockPiece[] {
  const tag = writeTag(id, state === 'pending' || state === 'done' ? undefined : state);
  const args = told === undefined ? [] : ['(', ...told, ')'];
  return [
    behindHeading(`${tag}${name}`),
    ...args.map(behindHeading),
    ...ending(state, result?.text ?? '', markOf(result)),
  ];
}

interface PlainBlock extends Omit<WrittenBlock, 'arguments'> {
  readonly arguments: readonly string[] | undefined;
}

/** `begins`: what is behind something of the same line is no line of its own. */
export interface BlockPiece {
  readonly text: string;
  readonly begins: Beginning;
}

function ending(state: WrittenBlock['state'], words: string, mark: string): readonly BlockPiece[] {
  const end = behindHeading('</tool>\n');
  if (state === 'pending') return [end];
  return [behindHeading('\n'), { text: words, begins: 'at the left edge' }, behindHeading(mark), end];
}

function behindHeading(text: string): BlockPiece {
  return { text, begins: 'behind a heading' };
}

/** The result as it is in a block, with its marker: `… (truncated, 2.3KB)` at the cut, `... (12 more lines, 2.3KB in all)` on a line. */
export function writeResult(result: ShownResult | undefined): string {
  return encode((result?.text ?? '') + markOf(result));
}

function markOf(result: ShownResult | undefined): string {
  return (result?.cut === 'line' ? '\n' : '') + (result?.marker ?? '');
}

/** The opening tag; the id as it is written. `writeTag('c1', undefined) === '<tool id="c1">'` */
export function writeTag(id: string | undefined, state: Outcome | undefined): string {
  return `<tool${id === undefined ? '' : ` id="${id}"`}${state === undefined ? '' : ` state="${state}"`}>`;
}
