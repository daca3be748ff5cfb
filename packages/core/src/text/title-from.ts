import { ellipsis } from './ellipsis.ts';

/** In code points. */
const LONGEST = 80;
/** In characters: every append to a thread asks for its title, and its first words may be megabytes without an end of a line. */
const LOOKED_AT = 1000;

/**
 * The title that words give: their first line, and at most 80 characters of it. Undefined if there are none.
 *
 * @example
 * titleFrom('Upgrade it\nplease'); //=> 'Upgrade it'
 */
export function titleFrom(words: string): string | undefined {
  const begin = words.search(/\S/);
  const line = begin === -1 ? undefined : /^.*/.exec(words.slice(begin, begin + LOOKED_AT))?.[0].trim();
  return line === undefined ? undefined : shortTitle(line);
}

/**
 * A title of at most 80 characters: `…` is the last of one that is longer.
 *
 * @example
 * shortTitle('Mend the loom'); //=> 'Mend the loom'
 */
export function shortTitle(title: string): string {
  return ellipsis(title, LONGEST);
}
