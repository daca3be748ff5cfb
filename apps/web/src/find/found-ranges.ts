import { marksIn, wordsBegin, wordsPattern } from '@toolthread/core/lines';
import { undrawnAt } from '@toolthread/react';
import type { Undrawn } from '@toolthread/react';

/** Where words are in what is drawn, or in what is not drawn yet. */
export type Found = { readonly range: Range } | { show(): void };

/** Where the words are in what is drawn, as the browser marks it: no element is changed for it. */
export function foundRanges(element: Element, phrases: readonly string[]): Range[] {
  return allFound(readText(element, false), phrases).flatMap(({ found }) => ('range' in found ? [found.range] : []));
}

export interface Sought {
  readonly phrases: readonly string[];
  /** Which of those in the element, from 0; if it is not said, the one to begin with. */
  readonly nth?: number;
}

/** The words that are meant, and whether the element has all that is sought; undefined if none of it is here. */
export function meantIn(
  element: Element,
  { phrases, nth }: Sought,
): { readonly found: Found; readonly isAll: boolean } | undefined {
  const read = readText(element, true);
  const all = allFound(read, phrases);
  const patterns = phrases.map((phrase) => wordsPattern(phrase.trim()));
  const begin = wordsBegin(read.text, patterns) ?? NaN;
  const meant = nth === undefined ? all.find(({ from, to }) => from <= begin && begin < to) : all[nth];
  const nearest = meant ?? all.at(-1);
  return nearest && { found: nearest.found, isAll: meant !== undefined };
}

interface Read {
  readonly text: string;
  readonly pieces: readonly { readonly node: Text | Undrawn; readonly from: number }[];
}

/** What is in an element, with the place of each piece of it; `whole`: also what is not drawn yet. */
function readText(element: Element, whole: boolean): Read {
  const pieces: { readonly node: Text | Undrawn; readonly from: number }[] = [];
  let text = '';
  const read = (node: Node): void => {
    if (node instanceof Text) {
      pieces.push({ node, from: text.length });
      text += node.data;
    }
    if (!(node instanceof Element) || node.matches('[hidden], textarea')) return;
    const undrawn = undrawnAt(node);
    if (undrawn === undefined) return node.childNodes.forEach(read);
    pieces.push({ node: undrawn, from: text.length });
    text += whole ? undrawn.text() : '\n';
  };
  read(element);
  return { text, pieces };
}

function allFound({ text, pieces }: Read, phrases: readonly string[]): { from: number; to: number; found: Found }[] {
  const words = phrases.map((phrase) => phrase.trim()).filter((phrase) => phrase !== '');
  return marksIn(text, words).flatMap(([from, to]) => {
    const [start, end] = [placeIn(pieces, from), placeIn(pieces, to, true)];
    return start === undefined || end === undefined ? [] : [{ from, to, found: foundAt(start, end) }];
  });
}

interface Place {
  readonly node: Text | Undrawn;
  readonly offset: number;
}

function foundAt(start: Place, end: Place): Found {
  if (!(start.node instanceof Text)) return showing(start.node, start.offset);
  if (!(end.node instanceof Text)) return showing(end.node, end.offset);
  const range = new Range();
  range.setStart(start.node, start.offset);
  range.setEnd(end.node, end.offset);
  return { range };
}

function showing(undrawn: Undrawn, offset: number): Found {
  return { show: () => undrawn.show(offset) };
}

function placeIn(pieces: Read['pieces'], at: number, isEnd = false): Place | undefined {
  const found = pieces.findLast(({ from }) => (isEnd ? from < at : from <= at));
  return found && { node: found.node, offset: at - found.from };
}

/** Marks all of them, and the one that is meant. If a browser cannot, the place alone is shown. */
function markRanges(all: readonly Range[], meant: Range | undefined): void {
  if (!('highlights' in CSS)) return;
  CSS.highlights.set('found', new Highlight(...all));
  if (meant === undefined) CSS.highlights.delete('found-here');
  else CSS.highlights.set('found-here', new Highlight(meant));
}

function unmarkRanges(): void {
  if (!('highlights' in CSS)) return;
  CSS.highlights.delete('found');
  CSS.highlights.delete('found-here');
}

/** Marks what `find` finds, and again when what is drawn changes: rows come and go, and colours come later than the words. Gives the way to end it. */
export function keepMarked(
  scroller: Element,
  find: () => { readonly all: readonly Range[]; readonly meant: Range | undefined },
): () => void {
  let frame: number | undefined;
  const mark = (): void => {
    frame = undefined;
    const { all, meant } = find();
    markRanges(all, meant);
  };
  const observer = new MutationObserver(() => (frame ??= requestAnimationFrame(mark)));
  observer.observe(scroller, { childList: true, characterData: true, subtree: true });
  mark();
  return () => {
    observer.disconnect();
    if (frame !== undefined) cancelAnimationFrame(frame);
    unmarkRanges();
  };
}
