/**
 * What somebody is asked to allow, as that person must see it: every argument apart from the others, nothing of it left out, and
 * nothing in it that hides, pads or turns around. The page, the terminal and the exports draw these.
 */
import { exactJson } from '../../../ledger/json/exact-json.ts';
import { doubtfulKey } from '../../../ledger/json/repeated-key.ts';
import type { Json } from '../../../ledger/json/json.ts';
import { english } from '../../../text/language/english.ts';
import type { Language } from '../../../text/language/language.ts';
import { visible, visibleRuns } from '../../../text/visible.ts';
import type { TextRun } from '../../../text/visible.ts';

/** One argument of a proposal. */
export interface ProposedArgument {
  /** Undefined: all arguments together, as they were written, if they cannot be told apart. */
  readonly name: string | undefined;
  readonly text: string;
  /** `data`: the text is JSON. A string is drawn as itself. */
  readonly kind: 'words' | 'data';
}

/** More than these are one piece of JSON: its quotes tell them apart, and a page of boxes would not be read. */
const MOST_ARGUMENTS = 32;

/**
 * The arguments that an approval would let run, one by one.
 *
 * @example
 * proposedArguments('{"command":"ls"}').map(({ name, text }) => [name, text]); //=> [['command', 'ls']]
 */
export function proposedArguments(proposed: string): readonly ProposedArgument[] {
  if (proposed.trim() === '') return [];
  const whole: ProposedArgument = { name: undefined, text: proposed, kind: 'data' };
  try {
    const value = exactJson(proposed);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return [whole];
    if (doubtfulKey(proposed) !== undefined) return [whole];
    const members: readonly (readonly [string, Json])[] = Object.entries(value);
    if (members.length > MOST_ARGUMENTS) return [{ ...whole, text: JSON.stringify(value, undefined, 2) }];
    return members.map(([name, member]) =>
      typeof member === 'string'
        ? { name, text: member, kind: 'words' }
        : { name, text: JSON.stringify(member, undefined, 2), kind: 'data' },
    );
  } catch {
    // No JSON, or deeper than can be written again.
    return [whole];
  }
}

/** This many empty lines, or spaces in a row, may be meant for the eye. More push what follows out of sight. */
const MOST_EMPTY_LINES = 2;
const SPACES =
  /[\t \u00a0\u1680\u2000-\u200a\u202f\u205f\u3000\u2800]{40}[\t \u00a0\u1680\u2000-\u200a\u202f\u205f\u3000\u2800]*|[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000\u2800]/g;

/**
 * A proposed text in pieces: `plain` as it is, `hidden` what is said of the rest: `⟨U+202E⟩`, `⋯ 298 empty lines`, `⋯ 500 spaces`. Other
 * spaces than that of the keyboard are named: they are not what they look like.
 *
 * @example
 * proposedRuns('ls\u202E').map(({ text }) => text); //=> ['ls', '⟨U+202E⟩']
 */
export function proposedRuns(text: string, language: Language = english): readonly TextRun[] {
  const { say, count } = language;
  if (text === '') return [{ kind: 'hidden', text: say('(empty)') }];
  if (!/[^\s\u2800]/.test(text)) {
    return [{ kind: 'hidden', text: say('(only {count})', { count: count(text.length, 'space') }) }];
  }
  const runs: TextRun[] = [];
  // The last newline ends a line, and begins none.
  const lines = text.replace(/\n$/, '').split('\n');
  let empty = 0;
  for (const [index, line] of lines.entries()) {
    const isLast = index === lines.length - 1;
    const isEmpty = !/[^\s\u2800]/.test(line);
    if (isEmpty) empty += 1;
    if (empty > 0 && (isLast || !isEmpty)) {
      if (empty > MOST_EMPTY_LINES) add(runs, { kind: 'hidden', text: `⋯ ${count(empty, 'empty line')}` });
      else add(runs, { kind: 'plain', text: '\n'.repeat(empty - 1) });
      if (!isEmpty) add(runs, { kind: 'plain', text: '\n' });
      empty = 0;
    }
    if (isEmpty) continue;
    for (const run of lineRuns(line, language)) add(runs, run);
    if (!isLast) add(runs, { kind: 'plain', text: '\n' });
  }
  return runs;
}

function* lineRuns(line: string, { count }: Language): Iterable<TextRun> {
  let from = 0;
  for (const { 0: spaces, index } of line.matchAll(SPACES)) {
    if (index > from) yield* visibleRuns(line.slice(from, index));
    yield { kind: 'hidden', text: spaces.length === 1 ? nameOf(spaces) : `⋯ ${count(spaces.length, 'space')}` };
    from = index + spaces.length;
  }
  if (from < line.length) yield* visibleRuns(line.slice(from));
}

function nameOf(space: string): string {
  return `⟨U+${space.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}⟩`;
}

function add(runs: TextRun[], run: TextRun): void {
  const last = runs.at(-1);
  if (last?.kind === run.kind) runs[runs.length - 1] = { ...last, text: last.text + run.text };
  else if (run.text !== '') runs.push(run);
}

/**
 * A name as one line, whatever it holds. Law: two names are never drawn alike, not where spaces are drawn as one either; our own marks in a name are named.
 *
 * @example
 * labelText('a\nb '); //=> 'a␊b␠'
 */
export function labelText(name: string): string {
  if (name === '') return '⟨empty⟩';
  const line = name
    .replace(/[\u2400-\u243f⟨⟩\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000\u2800]/g, nameOf)
    .replace(/[\n\t]/g, (control) => String.fromCharCode(0x2400 + control.charCodeAt(0)))
    .replace(/[ ][ ][ ]*|^ | $/g, (spaces) => '␠'.repeat(spaces.length));
  return visible(line);
}
