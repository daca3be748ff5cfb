/** `git status`: these words. `npm run *`: these and any after them. `npm run test:*`: a star within a word. */
import { nameMatcher } from '../workspace/matches-glob.ts';

interface Wanted {
  readonly words: readonly ((word: string) => boolean)[];
  /** Any words may follow. */
  readonly isOpen: boolean;
}

/** `matchesWords(['git', 'push'], 'git *')`: all of the words. */
export function matchesWords(words: readonly string[], pattern: string): boolean {
  const wanted = wantedBy(pattern);
  const { length } = wanted.words;
  const fits = wanted.isOpen ? words.length >= length : words.length === length;
  return fits && beginsWith(words, 0, wanted, (word) => word);
}

/**
 * `matchesWithin(['sudo', '/bin/RM', 'x'], 'rm *')`: words anywhere among them, whatever comes behind, in any case and by the last name of a path. Each
 * word is looked at as often as the pattern has words.
 */
export function matchesWithin(words: readonly string[], pattern: string): boolean {
  const wanted = wantedBy(pattern.toLowerCase());
  for (let at = 0; at + wanted.words.length <= words.length; at += 1) {
    if (beginsWith(words, at, wanted, (word, n) => (n === 0 ? baseName(word) : word).toLowerCase())) return true;
  }
  return false;
}

function wantedBy(pattern: string): Wanted {
  const words = pattern.trim().split(/\s\s*/);
  const isOpen = words.at(-1) === '*';
  return { words: (isOpen ? words.slice(0, -1) : words).map(nameMatcher), isOpen };
}

function beginsWith(
  words: readonly string[],
  at: number,
  wanted: Wanted,
  read: (word: string, n: number) => string,
): boolean {
  return wanted.words.length > 0 && wanted.words.every((isWanted, n) => isWanted(read(words[at + n] ?? '', n)));
}

function baseName(word: string): string {
  return word.slice(word.lastIndexOf('/') + 1);
}
