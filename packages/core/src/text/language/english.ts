import type { Language, PhraseValues } from './language.ts';

/**
 * English. Every function that writes words for people speaks it, unless it is given another language.
 *
 * @example
 * english.say('Allow {tool}?', { tool: 'fetch_url' }); //=> 'Allow fetch_url?'
 * english.count(2, 'match'); //=> '2 matches'
 * english.number(12440); //=> '12,440'
 */
export const english: Language<string, string> = {
  locale: undefined,
  say: fill,
  told: (words) => words,
  count: (count, noun, more = '') => `${grouped(count)}${more} ${count === 1 && more === '' ? noun : pluralOf(noun)}`,
  number: grouped,
};

/** `grouped(12440.25, 1) === '12,440.3'` */
function grouped(value: number, decimals?: number): string {
  const digits = decimals === undefined ? String(value) : value.toFixed(decimals);
  return digits.replace(/^-?\d{4,21}/, (whole) => whole.replace(/\B(?=(?:\d{3}){1,7}$)/g, ','));
}

/** In one pass: a value that looks like a place for another one stays as it is. */
function fill(phrase: string, values?: PhraseValues): string {
  return values === undefined
    ? phrase
    : phrase.replace(/\{(\w\w*)\}/g, (place, name: string) => {
        const value = values[name] ?? place;
        return typeof value === 'number' ? grouped(value) : value;
      });
}

function pluralOf(noun: string): string {
  if (/[^aeiou]y$/.test(noun)) return `${noun.slice(0, -1)}ies`;
  return /(?:s|x|z|ch|sh)$/.test(noun) ? `${noun}es` : `${noun}s`;
}
