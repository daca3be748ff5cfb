/** Which commands a pattern covers, when it allows and when it forbids. */
import { matchesWithin, matchesWords } from './matches-words.ts';
import type { ParsedCommand } from './parse-command.ts';

/** Is every command of it covered by some pattern? Only where its words are certain. */
export function allowsCommand(parsed: ParsedCommand, patterns: readonly string[]): boolean {
  if (parsed.kind !== 'plain' && parsed.kind !== 'indirect') return false;
  return parsed.commands.every((words) => patterns.some((pattern) => matchesWords(words, pattern)));
}

/** Is any command of it covered by the pattern? Where it is not plain, any words in it that could be. */
export function forbidsCommand(parsed: ParsedCommand, pattern: string): boolean {
  switch (parsed.kind) {
    case 'too_long':
      return true;
    case 'unclear':
      return parsed.readings.some((words) => matchesWithin(words, pattern));
    case 'indirect':
      return parsed.commands.some((words) => matchesWithin(words.flatMap(pieces), pattern));
    case 'plain':
      // On some file systems upper and lower case are the same.
      return parsed.commands.some((words) => matchesWords(words.map(lower), pattern.toLowerCase()));
    default:
      return parsed satisfies never;
  }
}

/** A word that another program may read as a command. */
function pieces(word: string): readonly string[] {
  return word.split(/[\s,:!;&|'"`(){}=][\s,:!;&|'"`(){}=]*/);
}

function lower(word: string): string {
  return word.toLowerCase();
}
