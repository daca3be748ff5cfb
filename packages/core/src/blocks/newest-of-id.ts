/** Finds the block that a result belongs to, from the end of the text and only as far back as the law needs. */
import { blockAt, blockSpans } from './block-spans.ts';
import type { BlockSpan } from './block-spans.ts';
import { encodeName } from './encode.ts';

/** The newest block that carries the id. */
export function newestOfId(text: string, callId: string): BlockSpan | undefined {
  return lastBlocks(text, `<tool id="${encodeName(callId)}"`, () => true)[0];
}

/** A block that a result may belong to by its name. */
interface PendingBlock {
  readonly span: BlockSpan;
  /** Some such block may have a result that came before it: who has read all of the text knows. */
  readonly isSure: boolean;
}

/** The first block of exactly this name, without an id, that is pending since the last one that ended; else the newest that is pending. */
export function pendingOfName(text: string, toolName: string): PendingBlock | undefined {
  const name = encodeName(toolName);
  const opening = `<tool>${name}(`;
  const last = lastBlocks(text, opening, (span) => !span.pending);
  const isOlder = last.length > 0 && !last.some((span) => span.pending) && mayBePending(text, opening);
  const from = isOlder ? lastBlocks(text, opening, (span) => span.pending) : last;
  const waiting = from.filter((span) => span.pending);
  const [span] = waiting;
  return span === undefined ? undefined : { span, isSure: !mayFollow(text, waiting, `<tool>${name}\n`) };
}

/** Whether a block that begins with `result` is before one of these, with nothing but blocks and white space between. */
function mayFollow(text: string, waiting: readonly BlockSpan[], result: string): boolean {
  let reached = text.length;
  for (const { start } of waiting.toReversed()) {
    if (start > reached) continue;
    reached = start;
    for (let before = blockBefore(text, reached); before !== -1; before = blockBefore(text, reached)) {
      if (text.startsWith(result, before)) return true;
      reached = before;
    }
  }
  return false;
}

/** Where the block begins that is right before `at`; -1 if there is none. */
function blockBefore(text: string, at: number): number {
  let end = at;
  while (end > 0 && /\s/.test(text.charAt(end - 1))) end -= 1;
  return text.endsWith('</tool>', end) ? text.lastIndexOf('<tool', end - 1) : -1;
}

/** One look at the whole text, before each of its blocks is looked at. */
function mayBePending(text: string, opening: string): boolean {
  return new RegExp(`${opening.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}[^\n<]*</tool>`).test(text);
}

/** The blocks that begin with `opening`, in order, from the last one that is an `edge`; all of them if none is. */
function lastBlocks(text: string, opening: string, isEdge: (span: BlockSpan) => boolean): BlockSpan[] {
  const spans: BlockSpan[] = [];
  let first: number | undefined;
  for (let at = lastOf(text, opening); at !== -1; at = text.lastIndexOf(opening, at - 1)) {
    const span = blockAt(text, at);
    if (span !== undefined) spans.push(span);
    if (span !== undefined && isEdge(span)) break;
    // Look ahead, for where to stop.
    first ??= text.indexOf(opening);
    if (at === first) break;
  }
  spans.reverse();
  if (!mayBeCode(text, spans)) return spans;
  const real = [...blockSpans(text)].filter((span) => text.startsWith(opening, span.start));
  return real.slice(Math.max(0, real.findLastIndex(isEdge)));
}

/** Engines search forwards many times faster than backwards: what is not near the end is looked for forwards first. */
function lastOf(text: string, opening: string): number {
  const from = Math.max(0, text.length - NEAR);
  const near = text.slice(from).lastIndexOf(opening);
  if (near !== -1) return from + near;
  return text.includes(opening) ? text.lastIndexOf(opening) : -1;
}

const NEAR = 4096;

/** A fence around one of them would close behind it; indented code does not begin its line. */
function mayBeCode(text: string, spans: readonly BlockSpan[]): boolean {
  const [first] = spans;
  if (first === undefined) return false;
  if (text.indexOf('```', first.start) !== -1 || text.indexOf('~~~', first.start) !== -1) return true;
  return spans.some(({ start }) => start > 0 && text[start - 1] !== '\n');
}
