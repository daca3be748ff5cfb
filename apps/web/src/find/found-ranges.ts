import { wordsPattern } from '@toolthread/core/lines';

/** Where the words stand in what is drawn, as the browser marks it: no element is changed for it. */
export function foundRanges(element: Element, phrases: readonly string[]): Range[] {
  const nodes: { readonly node: Text; readonly from: number }[] = [];
  let text = '';
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (!(node instanceof Text) || node.parentElement?.closest('[hidden], textarea') !== null) continue;
    nodes.push({ node, from: text.length });
    text += node.data;
  }
  const ranges: Range[] = [];
  for (const match of phrases.flatMap((phrase) => matchesOf(phrase.trim(), text))) {
    const range = new Range();
    const [start, end] = [placeIn(nodes, match.index), placeIn(nodes, match.index + match[0].length, true)];
    if (start === undefined || end === undefined) continue;
    range.setStart(start.node, start.offset);
    range.setEnd(end.node, end.offset);
    ranges.push(range);
  }
  return ranges;
}

function matchesOf(phrase: string, text: string): readonly RegExpExecArray[] {
  return phrase === '' ? [] : [...text.matchAll(wordsPattern(phrase, 'giu'))];
}

interface TextPlace {
  readonly node: Text;
  readonly offset: number;
}

function placeIn(
  nodes: readonly { readonly node: Text; readonly from: number }[],
  at: number,
  isEnd = false,
): TextPlace | undefined {
  const found = nodes.findLast(({ from }) => (isEnd ? from < at : from <= at));
  return found && { node: found.node, offset: Math.min(at - found.from, found.node.length) };
}

/** Marks all of them, and the one that is meant. Where a browser cannot, the place alone is shown. */
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
