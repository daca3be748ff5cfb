import { english } from '@toolthread/core/text';

/** Longer than anything that a program of ours says: not looked at. */
const LONGEST = 1_000;

/**
 * `knownWords({ 'There is no thread {id}.': 'Es gibt keinen Thread {id}.' })('There is no thread t1.')`. What has a name in braces is tried in the order of
 * the table.
 */
export function knownWords(
  table: { readonly [words: string]: string },
  otherwise: (words: string) => string = english.told,
): (words: string) => string {
  const whole = new Map(Object.entries(table).filter(([words]) => !words.includes('{')));
  const patterns = Object.entries(table).flatMap(([words, own]) =>
    words.includes('{') ? [{ ...asPattern(words), own }] : [],
  );
  return (words) => {
    const known = whole.get(words);
    if (known !== undefined || words.length > LONGEST) return known ?? otherwise(words);
    for (const { pattern, names, own } of patterns) {
      const found = pattern.exec(words);
      if (found === null) continue;
      return english.say(own, Object.fromEntries(names.map((name, index) => [name, found[index + 1] ?? ''])));
    }
    return otherwise(words);
  };
}

function asPattern(words: string): { readonly pattern: RegExp; readonly names: readonly string[] } {
  const names = Array.from(words.matchAll(/\{(\w\w*)\}/g), ([, name = '']) => name);
  const source = words.split(/\{\w\w*\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return { pattern: new RegExp(`^${source.join('([^]*?)')}$`), names };
}
