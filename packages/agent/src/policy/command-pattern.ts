/** `git status`: these words. `npm run *`: these and any after them. `npm run test:*`: a star within a word. */
import { matchesName } from '../tools/glob.ts';
import { parseCommand } from './parse-command.ts';
import type { Command } from './parse-command.ts';

/** Is every command of it covered by some pattern? Only where all of it is clear. */
export function allowsCommand(command: Command, patterns: readonly string[]): boolean {
  const parsed = parseCommand(command);
  if (parsed.kind !== 'clear') return false;
  return parsed.commands.every((words) => patterns.some((pattern) => matchesWords(words, pattern)));
}

/** Programs that run the rest of their words. */
const WRAPPERS = new Set(
  'sudo doas env nice nohup time timeout xargs setsid stdbuf ionice chroot unshare bwrap busybox sh bash dash zsh'.split(
    ' ',
  ),
);

/** Is any command of it covered by the pattern? Where it is not clear, any words in it that could be. */
export function forbidsCommand(command: Command, pattern: string): boolean {
  const parsed = parseCommand(command);
  switch (parsed.kind) {
    case 'too_long':
      return true;
    case 'unclear':
      return anywhere(parsed.words, pattern);
    case 'clear':
      return parsed.commands.some((words) => forbidsWords(words, pattern));
    default:
      return parsed satisfies never;
  }
}

function forbidsWords(words: readonly string[], pattern: string): boolean {
  const [first = '', ...rest] = words;
  const name = baseName(first);
  if (!WRAPPERS.has(name)) return matchesWords(words, pattern) || matchesWords([name, ...rest], pattern);
  return anywhere(
    words.flatMap((word) => word.split(/[\s;&|]+/)),
    pattern,
  );
}

function anywhere(words: readonly string[], pattern: string): boolean {
  return words.some((word, at) => matchesWords([baseName(word), ...words.slice(at + 1)], pattern, 'begins'));
}

function baseName(word: string): string {
  return word.slice(word.lastIndexOf('/') + 1);
}

/** `begins`: what comes after the pattern's words does not matter. */
function matchesWords(words: readonly string[], pattern: string, ends: 'ends' | 'begins' = 'ends'): boolean {
  const wanted = pattern.trim().split(/\s+/);
  const open = wanted.at(-1) === '*';
  const fixed = open ? wanted.slice(0, -1) : wanted;
  if (fixed.length === 0 || words.length < fixed.length) return false;
  if (!open && ends === 'ends' && words.length !== fixed.length) return false;
  return fixed.every((one, n) => matchesName(words[n] ?? '', one));
}
