/**
 * Parses a shell command into plain words, so that a policy can judge it. What only a shell can resolve
 * (expansion, substitution, redirection, assignment, reserved words) makes the command unclear, and no pattern allows an unclear one. Only
 * this file decides what is plain.
 */
import type { Json } from '@toolthread/core/json';
import { runsElsewhere } from './runs-elsewhere.ts';
import { runsOthers } from './runs-others.ts';
import { writesWhatRuns } from './writes-what-runs.ts';

/** A text for a shell, or the words of one program. */
export type Command = string | readonly string[];

export type ParsedCommand =
  /** Its words are all that it does. */
  | { readonly kind: 'plain'; readonly commands: readonly (readonly string[])[] }
  /** The words are certain, but one of the programs runs another that its words name, or what the rest of the line has written: `env rm`, `sh -c 'rm x'`, `./rm`. */
  | { readonly kind: 'indirect'; readonly commands: readonly (readonly string[])[] }
  /** All ways in which the command can be read, for a pattern that forbids. */
  | { readonly kind: 'unclear'; readonly readings: readonly (readonly string[])[] }
  | { readonly kind: 'too_long' };

const MOST_COMMANDS = 50;
const LONGEST = 20_000;

/** `parseCommand('cd /work && npm test', '/work')`: `workspace` is the folder that it starts in, where that is known. */
export function parseCommand(command: Command, workspace?: string): ParsedCommand {
  if (typeof command !== 'string') return parseList(command);
  if (command.length > LONGEST || operators(command) >= MOST_COMMANDS) return { kind: 'too_long' };
  const line = clearLine(command);
  if (line === undefined) return { kind: 'unclear', readings: readingsOf(command) };
  const { commands, fed } = line;
  const isIndirect =
    runsElsewhere(commands, fed, workspace) || writesWhatRuns(commands, fed.size > 0 ? 'side by side' : 'one by one');
  return isIndirect ? { kind: 'indirect', commands } : clear(commands);
}

/** The command in a call's arguments, if it is one. */
export function commandOf(given: Json): Command | undefined {
  if (typeof given !== 'object' || given === null || !('command' in given)) return undefined;
  const { command } = given;
  if (typeof command === 'string') return command;
  if (!Array.isArray(command)) return undefined;
  const words = command.filter((word) => typeof word === 'string');
  return words.length === command.length ? words : undefined;
}

function parseList(words: readonly string[]): ParsedCommand {
  // An empty word is work, too: as in a text, something parts it from the next.
  if (words.reduce((sum, word) => sum + word.length + 1, 0) > LONGEST + 1) return { kind: 'too_long' };
  const unclear = isOfTheShell(words[0] ?? '') || words.some((word) => CONTROL.test(word));
  return unclear ? { kind: 'unclear', readings: [words] } : clear([words]);
}

function clear(commands: readonly (readonly string[])[]): ParsedCommand {
  return { kind: commands.some(runsOthers) ? 'indirect' : 'plain', commands };
}

/** An upper bound: those in quotes count, too. */
function operators(command: string): number {
  return command.match(/\|\||&&|[;|&\n]/g)?.length ?? 0;
}

const RESERVED = new Set(
  'if then else elif fi for while until do done case esac in select function time coproc'.split(' '),
);
/** Those that run their words, keep them to run later, or change what later words mean. */
const BUILT_IN = new Set(
  (
    '. source eval exec trap alias unalias command builtin enable hash export readonly declare typeset local set shopt ' +
    'unset read mapfile readarray getopts let complete compgen compopt bind fc history'
  ).split(' '),
);

/** The shell itself understands these words, not a program. */
function isOfTheShell(name: string): boolean {
  return RESERVED.has(name) || BUILT_IN.has(name) || name === '' || name.includes('=');
}

const QUOTED = `'[^']*'|"[^"$\`\\\\!]*"`;
const PLAIN = `[^\\s'"\\\\$\`&|;()<>{}*?[\\]#~!^]`;

/**
 * A separator, a word, or space; anything else is not clear. A word is quoted as a whole or not at all, so that it reads as
 * it runs; only the value of an option may be in quotes alone: `--grep='a b'`.
 */
const TOKEN = new RegExp(
  `(\\|\\||&&|;|\\|)|(-[-\\w]*=)?(${QUOTED})(?=[ \\t;|]|$)|(${PLAIN}${PLAIN}*)(?=[ \\t;|]|$)|[ \\t][ \\t]*`,
  'y',
);
const CONTROL = /[^\P{Cc}\t]/u;

interface Line {
  readonly commands: readonly (readonly string[])[];
  /** Those of them that read from a pipe. */
  readonly fed: ReadonlySet<readonly string[]>;
}

function clearLine(command: string): Line | undefined {
  if (CONTROL.test(command)) return undefined;
  const commands: string[][] = [];
  const fed = new Set<readonly string[]>();
  let words: string[] = [];
  TOKEN.lastIndex = 0;
  // Only what the shell takes for space: other blanks are part of a word to it.
  const text = command.replace(/^[ \t][ \t]*|[ \t][ \t]*$/g, '').replace(/;$/, '');
  // `lastIndex` is 0 again when nothing matches, so it is checked first.
  for (let at = 0; at < text.length; at = TOKEN.lastIndex) {
    const token = TOKEN.exec(text);
    if (token === null) return undefined;
    const [, separator, option = '', quoted, unquoted] = token;
    if (quoted !== undefined) words.push(option + quoted.slice(1, -1));
    if (unquoted !== undefined) words.push(unquoted);
    if (separator === undefined) continue;
    commands.push(words);
    words = [];
    if (separator === '|') fed.add(words);
  }
  commands.push(words);
  return commands.some(([first = '']) => isOfTheShell(first)) ? undefined : { commands, fed };
}

/** Everything that could become a word, whatever the quotes say; and the same as if quotes and escapes were not there. */
function readingsOf(command: string): readonly (readonly string[])[] {
  return [command, command.replace(/\\\n|['"\\]|\$@|\$\*|\$\{[@*]\}/g, '')].map((text) =>
    text.split(/[\s;&|()<>{},`"'$\\]/).filter((word) => word !== ''),
  );
}
