import { decodedPieces } from './decode-text.ts';

/**
 * A file's text for one who reads it as a file, not as a terminal: a lone `\r` ends a line, as it does for most readers of
 * programs, and a control that would move a cursor becomes a visible character. So nothing in a file can be overwritten by what follows.
 *
 * `fileText('a\rb\u001b[2K') === 'a\nb␛[2K'`
 */
export function fileText(text: string): string {
  return shownPieces(slicesOf(text));
}

/** `fileText` of bytes, which takes less memory; undefined if they are not UTF-8 text. */
export function textOfFile(bytes: Uint8Array): string | undefined {
  try {
    return shownPieces(decodedPieces(bytes));
  } catch {
    return undefined;
  }
}

function shownPieces(pieces: Iterable<string>): string {
  const shown: string[] = [];
  let held = '';
  for (const piece of pieces) {
    const text = held + piece;
    // What ends a line is not cut in two.
    held = text.endsWith('\r') ? '\r' : '';
    shown.push(shownText(text.slice(0, text.length - held.length)));
  }
  shown.push(shownText(held));
  return shown.join('');
}

function* slicesOf(text: string): Iterable<string> {
  for (let at = 0; at < text.length; at += PIECE) yield text.slice(at, at + PIECE);
}

/** A pattern that is found a million times in one text takes a hundred megabytes. */
const PIECE = 64 * 1024;

function shownText(text: string): string {
  return text.replace(/\r(?!\n)/g, '\n').replace(MOVES, (control) => SIGNS[control] ?? '');
}

// oxlint-disable-next-line no-control-regex -- these are what is looked for
const MOVES = /[\b\x1b\x9b]/g;

const SIGNS: { readonly [control: string]: string } = { '\b': '␈', '\u001b': '␛', '\u009b': '␛[' };
