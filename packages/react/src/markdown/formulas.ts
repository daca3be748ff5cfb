/** Formulas are drawn as they were written: Markdown would remove their backslashes and underscores. Nothing is typeset. */
import type { LexerOptions } from './parse-segment.ts';

/** A longer one counts as words with signs in it: no search from a sign goes further than this. */
const INLINE =
  /^(?:\\\((?=[^\n]{0,300}?[\p{L}\p{N}])[^\n]{1,300}?\\\)|\\\[(?=[^\]]{0,300}?(?:[\^_{=+]|\\[a-z]))[^\n]{1,300}?\\\]|\$\$[^$\n]{1,300}\$\$|\$(?=[^$\n]{0,300}[\\^_{}=])[^\s$](?:[^$\n]{0,300}[^\s$\\])?\$(?!\d))/u;
const BLOCK = /^ {0,3}(?:\$\$\s*([^$]{1,2000}?)\s*\$\$|\\\[\s*([^\]]{1,2000}?)\s*\\\])[ \t]*(?:\n\n*|$)/;

export const formulas: NonNullable<LexerOptions['extensions']> = {
  renderers: {},
  childTokens: {},
  inline: [
    (source) => {
      const raw = INLINE.exec(source)?.[0];
      return raw === undefined ? undefined : { type: 'codespan', raw, text: raw };
    },
  ],
  // Text ends where a formula may begin.
  startInline: [(source) => source.search(/[$\\]/)],
  block: [
    (source) => {
      const found = BLOCK.exec(source);
      if (found === null) return undefined;
      return { type: 'code', raw: found[0], lang: 'latex', text: found[1] ?? found[2] ?? '' };
    },
  ],
};
