import { OUTCOMES, wordIn } from '../../ledger/word-in.ts';
import { termsOf } from './terms-of.ts';
import { isDay } from '../../text/is-day.ts';

/** What is searched for: words, and what else must hold. */
export interface AskedSearch {
  /** All of them are in one text; those in quotes are together. */
  readonly words: readonly string[];
  /** A part of the tool's name, or what it does: `shell`. */
  readonly tool?: string;
  /** How the call ended. */
  readonly outcome?: string;
  /** A part of the name of whoever wrote the message: `you`, where nobody has a name. */
  readonly author?: string;
  /** A part of the agent's name. */
  readonly agent?: string;
  /** From this day on, and up to this day, with it: `2026-11-16`. */
  readonly since?: string;
  readonly until?: string;
}

/** What threads of a ledger are called among the sessions of other agents. */
export const THREADS_AGENT = 'toolthread';

const FILTERS = ['tool', 'outcome', 'author', 'agent', 'since', 'until'] as const;
const PIECE = /(?:(tool|outcome|author|agent|since|until):)?(?:"([^"]{0,100000})"?|([^\s"]{1,100000}))/g;

/**
 * The words of a search, and its filters: the last one of a kind counts. What is no filter, such as a day that there is not, is a word.
 * `author:me` is whoever asks: their name, or `you`, where nobody has one.
 *
 * @example
 * askedSearch('parser "exit code" tool:shell outcome:failed since:2026-11-01');
 * //=> { words: ['parser', 'exit code'], tool: 'shell', outcome: 'failed', since: '2026-11-01' }
 */
export function askedSearch(text: string, me = 'you'): AskedSearch {
  const words = new Set<string>();
  const filters: { [name in (typeof FILTERS)[number]]?: string } = {};
  for (const [whole, name, quoted, plain] of text.matchAll(PIECE)) {
    const value = (quoted ?? plain ?? '').trim();
    const filter = FILTERS.find((known) => known === name);
    if (filter !== undefined && isValue(filter, value)) filters[filter] = value;
    else if (name === undefined) words.add(value);
    else words.add(whole.trim());
  }
  words.delete('');
  if (filters.author?.toLowerCase() === 'me') filters.author = me;
  return { words: [...words], ...filters };
}

function isValue(filter: (typeof FILTERS)[number], value: string): boolean {
  switch (filter) {
    case 'since':
    case 'until':
      return isDay(value);
    case 'outcome':
      return wordIn(OUTCOMES, value) !== undefined;
    case 'tool':
    case 'author':
    case 'agent':
      return value !== '';
    default:
      return filter satisfies never;
  }
}

/**
 * Whether there is enough to search for: a word of three letters, or something else that must hold.
 *
 * @example
 * import { askedSearch } from '@toolthread/core/lines';
 * isAnswerable(askedSearch('ab')); //=> false
 * isAnswerable(askedSearch('outcome:failed')); //=> true
 */
export function isAnswerable(asked: AskedSearch): boolean {
  return FILTERS.some((name) => asked[name] !== undefined) || asked.words.some((word) => termsOf(word).length > 0);
}
