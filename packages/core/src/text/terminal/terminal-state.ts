/**
 * How a terminal divides what a program prints: into text, and into what only a terminal obeys. The only place that knows the forms of
 * escape sequences (ECMA-48): the page's rows, the text for models and the search for secrets all step through these states.
 */
export type TerminalState = 'text' | 'escape' | 'sequence' | 'string' | 'string end';

/**
 * The state that a character begins, wherever nothing else is open.
 *
 * @example
 * begunBy(0x1b); //=> 'escape'
 */
export function begunBy(code: number): TerminalState {
  return code === ESCAPE ? 'escape' : code === SEQUENCE ? 'sequence' : 'text';
}

/**
 * The state after one more character of what is open; `text`: the character ended it. Undefined: the character does not belong to it.
 * A control string (OSC, DCS, SOS, PM, APC) that never ends is cut at its line's end, so that it cannot swallow the rest.
 *
 * @example
 * continuedBy('escape', 0x5b); //=> 'sequence'
 */
export function continuedBy(state: TerminalState, code: number): TerminalState | undefined {
  switch (state) {
    case 'text':
      return undefined;
    case 'escape':
      if (code < 0x20 || code > 0x7e) return undefined;
      if (code === BRACKET) return 'sequence';
      if (STRINGS.includes(code)) return 'string';
      return code < 0x30 ? 'escape' : 'text';
    case 'sequence':
      if (code < 0x20 || code > 0x7e) return undefined;
      return code < 0x40 ? 'sequence' : 'text';
    case 'string':
      if (code === NEWLINE) return undefined;
      if (code === BELL || code === STRING_END) return 'text';
      return code === ESCAPE ? 'string end' : 'string';
    case 'string end':
      // Without the backslash that would end the string, the escape begins something else.
      return code === BACKSLASH ? 'text' : continuedBy('escape', code);
    default:
      return state satisfies never;
  }
}

const BELL = 0x07;
const NEWLINE = 0x0a;
const ESCAPE = 0x1b;
const BRACKET = 0x5b;
export const BACKSLASH = 0x5c;
const SEQUENCE = 0x9b;
const STRING_END = 0x9c;
const STRINGS: readonly number[] = Array.from(']PX^_', (character) => character.charCodeAt(0));
