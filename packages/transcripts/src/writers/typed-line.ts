import { codeSpan } from './code-span.ts';
import { mayAct } from './may-act.ts';

/** What words are made of; some of it has spaces in it: code, a tag, a link or an image, emphasis. */
const PIECE =
  /(``*)[^`][^`]*\1|<[A-Za-z/!?][^<>`]*>|!?\[[^[\]`]*\](?:\([^()`]*\))?|(?<![^\s("'])([*_~]{1,3})(?=\S)[^*_~`][^*_~`]*(?<=\S)\2(?!\w)|[A-Za-z\d]{1,999}|\S/g;
const CODE = /(``*)[^`][^`]*\1/g;
/** Links, emphasis, escapes, entities; mathematics and pictures by name, which some have. */
const MARKUP =
  /\[|\*|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|\S~|\\(?=[!-/:-@[-`{-~]|$)|&#?\w{1,100};|\S\$|:[\w+-]{1,100}:/u;
/** At the beginning of a line: a heading, a quote, a point of a list; what underlines or divides. */
const BEGINS = /^(?:[#>]|(?:\+|[-*][-*]*|==*|\d{1,9}[.)])$)/;

/** A line with its markup as code: 'ask @team' is 'ask `@team`'. Words side by side are one piece of code. */
export function typedLine(line: string): string {
  const pieces: string[] = [];
  let written = 0;
  let from: number | undefined;
  const write = (to: number): void => {
    if (from !== undefined) pieces.push(line.slice(written, from), drawnAsCode(line.slice(from, to)));
    if (from !== undefined) written = to;
    from = undefined;
  };
  let end = 0;
  for (const { word, index } of wordsIn(line)) {
    if (isMarkup(word) || (end === 0 && opensBlock(word))) from ??= index;
    else write(end);
    end = index + word.length;
  }
  write(end);
  return pieces.join('') + line.slice(written);
}

/** Pieces side by side are a word. A pattern for all of a word would fail at some megabytes. */
function* wordsIn(line: string): Iterable<{ readonly word: string; readonly index: number }> {
  let [start, end] = [0, 0];
  for (const { 0: piece, index } of line.matchAll(PIECE)) {
    if (index > end) {
      if (end > start) yield { word: line.slice(start, end), index: start };
      start = index;
    }
    end = index + piece.length;
  }
  if (end > start) yield { word: line.slice(start, end), index: start };
}

/** Whether its first word is more than a word where Markdown is drawn. */
export function opensBlock(line: string): boolean {
  return BEGINS.test(line.split(' ', 1)[0] ?? '');
}

function isMarkup(word: string): boolean {
  const words = word.replace(CODE, '`');
  return mayAct(words) || (MARKUP.test(words) && !/^\*\**$/.test(words));
}

/** The sign at the end of a sentence is none of it. */
function drawnAsCode(words: string): string {
  const bare = words.replace(/(?<![.,;!?])[.,;!?][.,;!?]*$/, '');
  return isMarkup(bare) ? codeSpan(bare) + words.slice(bare.length) : codeSpan(words);
}
