import { BACKSLASH, begunBy, continuedBy } from './terminal-state.ts';

// oxlint-disable-next-line no-control-regex -- these are what is looked for
const CONTROL = /[\x1b\x9b\r\n\b]/g;

/**
 * What a program printed, in pieces: text, line ends, `\r`, `\b`, and whole escape sequences. Together they are the text again.
 *
 * @example
 * [...terminalPieces('10%\r\u001b[1m20%')]; //=> ['10%', '\r', '\u001b[1m', '20%']
 */
export function* terminalPieces(text: string): Generator<string, void, undefined> {
  for (let at = 0; at < text.length;) {
    const end = endOfPiece(text, at);
    yield text.slice(at, end);
    at = end;
  }
}

function endOfPiece(text: string, at: number): number {
  CONTROL.lastIndex = at;
  const control = CONTROL.exec(text)?.index ?? text.length;
  if (control > at) return control;
  if (begunBy(text.charCodeAt(at)) !== 'text') return endOfSequence(text, at);
  return text.startsWith('\r\n', at) ? at + 2 : at + 1;
}

function endOfSequence(text: string, from: number): number {
  let state = begunBy(text.charCodeAt(from));
  for (let at = from + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (state === 'string end' && code !== BACKSLASH) return at - 1;
    const next = continuedBy(state, code);
    if (next === undefined) return at;
    if (next === 'text') return at + 1;
    state = next;
  }
  return text.length;
}
