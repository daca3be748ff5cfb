/**
 * A shell command as a policy may trust it: plain words, one command after the other. Whatever only a shell can tell
 * (expansion, substitution, redirection, assignment, reserved words) makes it unclear, and no pattern allows that.
 */
import type { Json } from '@toolthread/core';

/** A text for a shell, or the words of one program. */
export type Command = string | readonly string[];

export type ParsedCommand =
  | { readonly kind: 'clear'; readonly commands: readonly (readonly string[])[] }
  /** What can be seen of it, for a pattern that forbids. */
  | { readonly kind: 'unclear'; readonly words: readonly string[] }
  | { readonly kind: 'too_long' };

const MOST_COMMANDS = 50;
const LONGEST = 20_000;

/** `parseCommand('git status && npm test')` */
export function parseCommand(command: Command): ParsedCommand {
  if (typeof command !== 'string') return parseList(command);
  if (command.length > LONGEST || operators(command) >= MOST_COMMANDS) return { kind: 'too_long' };
  const commands = clearCommands(command);
  return commands === undefined ? { kind: 'unclear', words: looseWords(command) } : { kind: 'clear', commands };
}

/** The command in a call's arguments, if it is one. */
export function commandOf(input: Json): Command | undefined {
  if (typeof input !== 'object' || input === null || !('command' in input)) return undefined;
  const { command } = input;
  if (typeof command === 'string') return command;
  if (!Array.isArray(command)) return undefined;
  const words = command.filter((word) => typeof word === 'string');
  return words.length === command.length ? words : undefined;
}

function parseList(words: readonly string[]): ParsedCommand {
  if (words.reduce((sum, word) => sum + word.length, 0) > LONGEST) return { kind: 'too_long' };
  return runsOthers(words[0] ?? '') ? { kind: 'unclear', words } : { kind: 'clear', commands: [words] };
}

/** An upper bound: those in quotes count, too. */
function operators(command: string): number {
  return command.match(/\|\||&&|[;|&\n]/g)?.length ?? 0;
}

const RESERVED = new Set(
  'if then else elif fi for while until do done case esac in select function time coproc'.split(' '),
);
const BUILT_IN = new Set('. source eval exec trap alias command builtin enable'.split(' '));

/** Its words are commands to it, not arguments. */
function runsOthers(word: string): boolean {
  return RESERVED.has(word) || BUILT_IN.has(word) || word === '' || word.includes('=');
}

/** A separator, a quoted text without anything alive in it, a plain piece, or space; anything else is not clear. */
const TOKEN = /(\|\||&&|;|\|)|'([^']*)'|"([^"$`\\!]*)"|([^\s\p{Cc}'"\\$`&|;()<>{}*?[\]#~!^]+)|([ \t]+)/uy;
const CONTROL = /[^\P{Cc}\t]/u;

function clearCommands(command: string): readonly (readonly string[])[] | undefined {
  if (CONTROL.test(command)) return undefined;
  const commands: string[][] = [];
  let words: string[] = [];
  let word: string | undefined;
  const endWord = (): void => {
    if (word !== undefined) words.push(word);
    word = undefined;
  };
  TOKEN.lastIndex = 0;
  // Only what the shell takes for space: other blanks are part of a word to it.
  const text = command.replace(/^[ \t]+|[ \t]+$/g, '').replace(/;$/, '');
  while (TOKEN.lastIndex < text.length) {
    const token = TOKEN.exec(text);
    if (token === null) return undefined;
    const [, separator, single, double, plain, space] = token;
    if (space !== undefined) endWord();
    else if (separator === undefined) word = (word ?? '') + (single ?? double ?? plain ?? '');
    else {
      endWord();
      commands.push(words);
      words = [];
    }
  }
  endWord();
  commands.push(words);
  return commands.some(([first = '']) => runsOthers(first)) ? undefined : commands;
}

/** Everything that could become a word, whatever the quotes say. */
function looseWords(command: string): readonly string[] {
  return command.split(/[\s;&|()<>{}`"'$\\]+/).filter((word) => word !== '');
}
