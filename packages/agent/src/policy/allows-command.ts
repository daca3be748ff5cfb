/** `git status`: these words. `npm run *`: these and any after them. `npm run test:*`: a star within a word. */
import { matchesName } from '../workspace/matches-glob.ts';
import { parseCommand } from './parse-command.ts';
import type { Command } from './parse-command.ts';

/** Is every command of it covered by some pattern? Only where its words are certain. */
export function allowsCommand(command: Command, patterns: readonly string[]): boolean {
  const parsed = parseCommand(command);
  if (parsed.kind !== 'plain' && parsed.kind !== 'indirect') return false;
  return parsed.commands.every((words) => patterns.some((pattern) => matchesWords(words, pattern)));
}

/** Is any command of it covered by the pattern? Where it is not plain, any words in it that could be. */
export function forbidsCommand(command: Command, pattern: string, workspace: string | undefined): boolean {
  const parsed = parseCommand(command, workspace);
  // On some file systems upper and lower case are the same.
  const folded = pattern.toLowerCase();
  switch (parsed.kind) {
    case 'too_long':
      return true;
    case 'unclear':
      return parsed.readings.some((words) => anywhere(words, folded));
    case 'indirect':
      return parsed.commands.some((words) => anywhere(words.flatMap(pieces), folded));
    case 'plain':
      return parsed.commands.some((words) => matchesWords(words.map(lower), folded));
    default:
      return parsed satisfies never;
  }
}

/** A word that another program may read as a command. */
function pieces(word: string): readonly string[] {
  return word.split(/[\s,:!;&|'"`(){}=][\s,:!;&|'"`(){}=]*/);
}

function anywhere(words: readonly string[], pattern: string): boolean {
  const folded = words.map(lower);
  return folded.some((word, at) => matchesWords([baseName(word), ...folded.slice(at + 1)], pattern, 'begins'));
}

function lower(word: string): string {
  return word.toLowerCase();
}

function baseName(word: string): string {
  return word.slice(word.lastIndexOf('/') + 1);
}

/** `begins`: what comes after the pattern's words does not matter. */
function matchesWords(words: readonly string[], pattern: string, ends: 'ends' | 'begins' = 'ends'): boolean {
  const wanted = pattern.trim().split(/\s\s*/);
  const open = wanted.at(-1) === '*';
  const fixed = open ? wanted.slice(0, -1) : wanted;
  if (fixed.length === 0 || words.length < fixed.length) return false;
  if (!open && ends === 'ends' && words.length !== fixed.length) return false;
  return fixed.every((one, n) => matchesName(words[n] ?? '', one));
}
