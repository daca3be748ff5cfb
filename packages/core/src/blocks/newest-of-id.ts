/** Finds the block that a result belongs to, from the end of the text and only as far back as the law needs. */
import { blockAt, blockSpans } from './block-spans.ts';
import type { BlockSpan } from './block-spans.ts';
import { encodeName } from './encode.ts';

/** The newest block that carries the id. */
export function newestOfId(text: string, callId: string): BlockSpan | undefined {
  return lastBlocks(text, `<tool id="${encodeName(callId)}"`, () => true)[0];
}

/** The first block of exactly this name, without an id, that is pending since the last one that ended; else the newest that is pending. */
export function pendingOfName(text: string, toolName: string): BlockSpan | undefined {
  const opening = `<tool>${encodeName(toolName)}(`;
  const last = lastBlocks(text, opening, (span) => !span.pending);
  const newest = last.find((span) => span.pending);
  if (newest !== undefined || last.length === 0 || !mayBePending(text, opening)) return newest;
  return lastBlocks(text, opening, (span) => span.pending).find((span) => span.pending);
}

/** One look at the whole text, before each of its blocks is looked at. */
function mayBePending(text: string, opening: string): boolean {
  return new RegExp(`${opening.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}[^\n<]*</tool>`).test(text);
}

/** The blocks that begin with `opening`, in order, from the last one that is an `edge`; all of them if none is. */
function lastBlocks(text: string, opening: string, isEdge: (span: BlockSpan) => boolean): BlockSpan[] {
  const spans: BlockSpan[] = [];
  let first: number | undefined;
  for (let at = text.lastIndexOf(opening); at !== -1; at = text.lastIndexOf(opening, at - 1)) {
    const span = blockAt(text, at);
    if (span !== undefined) spans.push(span);
    if (span !== undefined && isEdge(span)) break;
    // Engines search forwards many times faster than backwards: look ahead for where to stop.
    first ??= text.indexOf(opening);
    if (at === first) break;
  }
  spans.reverse();
  if (!mayBeCode(text, spans)) return spans;
  const real = [...blockSpans(text)].filter((span) => text.startsWith(opening, span.start));
  return real.slice(Math.max(0, real.findLastIndex(isEdge)));
}

/** A fence around one of them would close behind it; indented code does not begin its line. */
function mayBeCode(text: string, spans: readonly BlockSpan[]): boolean {
  const [first] = spans;
  if (first === undefined) return false;
  if (text.indexOf('```', first.start) !== -1 || text.indexOf('~~~', first.start) !== -1) return true;
  return spans.some(({ start }) => start > 0 && text[start - 1] !== '\n');
}
