/**
 * A file's text for one who reads it as a file, not as a terminal: a lone `\r` ends a line, as it does for most readers of
 * programs, and a control that would move a cursor becomes a visible character. So nothing in a file can be overwritten by what follows.
 *
 * `fileText('a\rb\u001b[2K') === 'a\nb␛[2K'`
 */
export function fileText(text: string): string {
  if (text.length <= PIECE) return shown(text);
  const pieces: string[] = [];
  for (let at = 0; at < text.length;) {
    // What ends a line is not cut in two.
    const end = text[at + PIECE - 1] === '\r' ? at + PIECE + 1 : at + PIECE;
    pieces.push(shown(text.slice(at, end)));
    at = end;
  }
  return pieces.join('');
}

/** A pattern that is found a million times in one text takes a hundred megabytes. */
const PIECE = 64 * 1024;

function shown(text: string): string {
  return text.replace(/\r(?!\n)/g, '\n').replace(MOVES, (control) => SIGNS[control] ?? '');
}

// oxlint-disable-next-line no-control-regex -- these are what is looked for
const MOVES = /[\b\x1b\x9b]/g;

const SIGNS: { readonly [control: string]: string } = { '\b': '␈', '\u001b': '␛', '\u009b': '␛[' };
