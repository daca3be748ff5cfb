import type { Outcome } from '../ledger/ledger-event.ts';
import type { ShownResult } from '../timeline/lines/cut-result.ts';
import { UNKNOWN_TOOL } from '../timeline/lines/answer-text.ts';
import { encode, encodeName } from './encode.ts';

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
export function writeBlock({ id, name, arguments: told, state, result, isOrphan }: WrittenBlock): string {
  const call =
    told === undefined ? encodeName(name === '' ? UNKNOWN_TOOL : name) : `${encodeName(name)}(${encode(told)})`;
  const end = state === 'pending' ? '' : `\n${writeResult(result)}`;
  const isSaid = state !== 'pending' && (state !== 'done' || isOrphan === true);
  const tag = writeTag(id === undefined ? undefined : encodeName(id), isSaid ? state : undefined);
  return `\n\n${tag}${call}${end}</tool>\n`;
}

/** The same for people: nothing is an entity. What a tool gave may look like the end of the block. */
export function writePlainBlock({ id, name, arguments: told, state, result }: WrittenBlock): string {
  const call = told === undefined ? name : `${name}(${told})`;
  const end = state === 'pending' ? '' : `\n${markedText(result)}`;
  return `\n\n${writeTag(id, state === 'pending' || state === 'done' ? undefined : state)}${call}${end}</tool>\n`;
}

/** The result as it is in a block, with its marker: `… (truncated, 2.3KB)` at the cut, `... (12 more lines, 2.3KB in all)` on a line. */
export function writeResult(result: ShownResult | undefined): string {
  return encode(markedText(result));
}

function markedText(result: ShownResult | undefined): string {
  return result === undefined ? '' : result.text + (result.cut === 'line' ? '\n' : '') + (result.marker ?? '');
}

/** The opening tag; the id as it is written. `writeTag('c1', undefined) === '<tool id="c1">'` */
export function writeTag(id: string | undefined, state: Outcome | undefined): string {
  return `<tool${id === undefined ? '' : ` id="${id}"`}${state === undefined ? '' : ` state="${state}"`}>`;
}
