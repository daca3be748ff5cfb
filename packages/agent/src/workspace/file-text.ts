import { decodedPieces } from './decode-text.ts';

/**
 * A file's text for one who reads it as a file, not as a terminal: a lone `\r` ends a line, as it does for most readers of
 * programs, and a control that would move a cursor becomes a visible character. So nothing in a file can be overwritten by what follows.
 *
 * `fileText('a\rb\u001b[2K') === 'a\nb␛[2K'`
 */
export function fileText(text: string): string {
  return inPieces(slicesOf(text), shownText);
}

/** The text of a file with its lines as `fileText` has them, and not yet the signs; undefined if it is not UTF-8 text. */
export function linesOfFile(bytes: Uint8Array): string | undefined {
  try {
    return inPieces(decodedPieces(bytes), withEndedLines);
  } catch {
    return undefined;
  }
}

/** Lines of it with the signs. A sign has three bytes: undefined if there are more bytes than `most` together. */
export function signedLines(lines: string, most: number): string | undefined {
  if (lines.search(MOVES) === -1) return Buffer.byteLength(lines) > most ? undefined : lines;
  const shown: string[] = [];
  let left = most;
  for (const piece of slicesOf(lines)) {
    const signed = withSigns(piece);
    left -= Buffer.byteLength(signed);
    if (left < 0) return undefined;
    shown.push(signed);
  }
  return shown.join('');
}

function inPieces(pieces: Iterable<string>, each: (piece: string) => string): string {
  const shown: string[] = [];
  let held = '';
  for (const piece of pieces) {
    const text = held + piece;
    // What ends a line is not cut in two.
    held = text.endsWith('\r') ? '\r' : '';
    shown.push(each(text.slice(0, text.length - held.length)));
  }
  shown.push(each(held));
  return shown.join('');
}

function* slicesOf(text: string): Iterable<string> {
  for (let at = 0; at < text.length; at += PIECE) yield text.slice(at, at + PIECE);
}

/** A pattern that is found a million times in one text takes a hundred megabytes. */
const PIECE = 64 * 1024;

function shownText(text: string): string {
  return withSigns(withEndedLines(text));
}

function withEndedLines(text: string): string {
  return text.replace(/\r(?!\n)/g, '\n');
}

function withSigns(text: string): string {
  return text.replace(MOVES, (control) => SIGNS[control] ?? '');
}

// oxlint-disable-next-line no-control-regex -- these are what is looked for
const MOVES = /[\b\x1b\x9b]/g;

const SIGNS: { readonly [control: string]: string } = { '\b': '␈', '\u001b': '␛', '\u009b': '␛[' };
