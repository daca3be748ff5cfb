/**
 * How much the words of an open step must show before they stand as the answer, for now. Marks of structure count more than
 * length: commentary is mostly prose, answers have lists and headings. Where long texts of this scope ended as commentary
 * lately, or the last result was long, more is asked for. Measured on real transcripts: see docs/commentary.md.
 */
export interface AnswerBar {
  /** That many marks of structure, */
  readonly marks: number;
  /** or more code points than this. */
  readonly length: number;
}

export const HIGHEST_BAR = 800;

/**
 * `answerBar({ lateCommentary: 0, afterLongResult: false })` is `{ marks: 2, length: 480 }`. `lateCommentary`: how many of
 * the last eight long texts ended as commentary.
 */
export function answerBar(past: { readonly lateCommentary: number; readonly afterLongResult: boolean }): AnswerBar {
  const { lateCommentary, afterLongResult } = past;
  return {
    marks: 2 + lateCommentary + (afterLongResult ? 3 : 0),
    length: Math.min(HIGHEST_BAR, 480 + 80 * lateCommentary + (afterLongResult ? 320 : 0)),
  };
}

/** True for a text, then for every text that begins with it: more words never undo it. */
export function reachesBar(text: string, { marks, length }: AnswerBar): boolean {
  // A single line has one mark at most, and every bar asks for more.
  return isLongerThan(text, length) || (text.includes('\n') && marksIn(text, marks) >= marks);
}

/** Is it longer than so many code points? */
export function isLongerThan(text: string, limit: number): boolean {
  if (text.length <= limit) return false;
  if (text.length > 2 * limit) return true;
  // Two units may be one point. No more is looked at than decides.
  let units = 0;
  for (let points = 0; points < limit && units < text.length; points += 1)
    units += (text.codePointAt(units) ?? 0) > 0xffff ? 2 : 1;
  return units < text.length;
}

/** As in `text/code-fence.ts`, without lists and quotes: a page loads this first, and it is to be small. */
const FENCE = /^(`{3}`*|~{3}~*)([^`]*)$/;
/** An item of a list, a heading, a row of a table, a line that begins in bold, a fence. */
const STRUCTURE = /^(?:[-*+•] |\d{1,3}[.)] |#{1,6} |\||\*\*|```|~~~)/;

/**
 * Marks outside of fences: a block other than the first begins after a blank line; a line begins as structure does. One line
 * can give both. Counts no further than `enough`.
 */
function marksIn(text: string, enough: number): number {
  let marks = 0;
  let blocks = 0;
  let inBlock = false;
  let fence = '';
  for (const line of text.split('\n')) {
    const bare = line.trimStart();
    const [, mark = '', after = ''] = FENCE.exec(bare) ?? [];
    if (fence !== '') {
      if (mark.startsWith(fence) && after.trim() === '') fence = '';
      continue;
    }
    if (bare === '') {
      inBlock = false;
      continue;
    }
    if (!inBlock) blocks += 1;
    if (!inBlock && blocks > 1) marks += 1;
    if (STRUCTURE.test(bare)) marks += 1;
    if (marks >= enough) return marks;
    inBlock = true;
    fence = mark;
  }
  return marks;
}
