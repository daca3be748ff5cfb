import { quotedEnd } from './quoted-end.ts';

/** `shellWords("'/my tools/ed' --wait")`: `/my tools/ed` and `--wait`, as a shell and git take them apart where nothing is expanded. */
export function shellWords(line: string): readonly string[] {
  const words: string[] = [];
  let word: string | undefined;
  // Pieces of a bounded length: a pattern may keep a place to go back to for each letter, and has room for so many.
  const piece = /\s{1,10000}|[^\s'"\\]{1,10000}|['"\\]/g;
  for (let found = piece.exec(line); found !== null; found = piece.exec(line)) {
    const [sign] = found;
    if (/^\s/.test(sign)) {
      if (word !== undefined) words.push(word);
      word = undefined;
      continue;
    }
    const end = endOf(line, found.index, sign);
    // What is opened and never closed is no part of a word.
    if (end === -1) {
      if (word !== undefined) words.push(word);
      word = undefined;
      continue;
    }
    word = (word ?? '') + meant(line.slice(found.index, end), sign);
    piece.lastIndex = end;
  }
  if (word !== undefined) words.push(word);
  return words;
}

/** Where a piece ends; -1 if it has no end. */
function endOf(line: string, at: number, sign: string): number {
  if (sign === "'") return line.indexOf("'", at + 1) + 1 || -1;
  if (sign === '"') return quotedEnd(line, at);
  if (sign === '\\') return at + 2 > line.length ? -1 : at + 2;
  return at + sign.length;
}

function meant(piece: string, sign: string): string {
  if (sign === "'") return piece.slice(1, -1);
  if (sign === '"') return piece.slice(1, -1).replace(/\\([\\"$`])/g, '$1');
  return sign === '\\' ? piece.slice(1) : piece;
}
