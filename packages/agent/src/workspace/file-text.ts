/**
 * A file's text for one who reads it as a file, not as a terminal: a lone `\r` ends a line, as it does for most readers of
 * programs, and a control that would move a cursor becomes a visible character. So nothing in a file can be overwritten by what follows.
 *
 * `fileText('a\rb\u001b[2K') === 'a\nb␛[2K'`
 */
export function fileText(text: string): string {
  return text.replace(/\r(?!\n)/g, '\n').replace(MOVES, (control) => SIGNS[control] ?? '');
}

// oxlint-disable-next-line no-control-regex -- these are what is looked for
const MOVES = /[\b\x1b\x9b]/g;

const SIGNS: { readonly [control: string]: string } = { '\b': '␈', '\u001b': '␛', '\u009b': '␛[' };
