/**
 * One line of a `.gitignore`, read as git reads it. What it costs to match is at most its length times the path's: no line of a
 * hostile file takes for ever, as a regular expression made of it could.
 */
import { ANY_CHARACTER, ANY_FOLDERS, ANY_TEXT, matchesNames, matchesSigns } from './matches-glob.ts';
import type { NamePattern, Sign } from './matches-glob.ts';

export interface IgnoreRule {
  /** It begins with `!`: what it names is not ignored after all. */
  readonly takesBack: boolean;
  readonly foldersOnly: boolean;
  /** From the folder of the file; without a slash, the last name of any path below it. */
  readonly pattern:
    | { readonly of: 'path'; readonly names: readonly NamePattern[] }
    | { readonly of: 'name'; readonly signs: readonly Sign[] };
}

/** Undefined: the line is empty, a comment, or nothing that git could match. */
export function parseIgnoreRule(line: string): IgnoreRule | undefined {
  const text = withoutBlanksAtEnd(line);
  if (text === '' || text.startsWith('#')) return undefined;
  const takesBack = text.startsWith('!');
  const whole = takesBack ? text.slice(1) : text;
  const foldersOnly = whole.endsWith('/');
  const body = foldersOnly ? whole.slice(0, -1) : whole;
  if (!body.includes('/')) {
    const signs = signsOf(body);
    return signs === undefined ? undefined : { takesBack, foldersOnly, pattern: { of: 'name', signs } };
  }
  const names: NamePattern[] = [];
  const parts = body.replace(/^\//, '').split('/');
  for (const [index, part] of parts.entries()) {
    const signs = signsOf(part);
    if (signs === undefined) return undefined;
    names.push(part === '**' ? ANY_FOLDERS : signs);
    // `a/**` is what is in `a`, and not `a` itself.
    if (part === '**' && index === parts.length - 1) names.push([ANY_TEXT]);
  }
  return { takesBack, foldersOnly, pattern: { of: 'path', names } };
}

/** `names`: the path from the folder of the file. */
export function ruleMatches(rule: IgnoreRule, names: readonly string[], isFolder: boolean): boolean {
  if (rule.foldersOnly && !isFolder) return false;
  const { pattern } = rule;
  return pattern.of === 'name' ? matchesSigns(names.at(-1) ?? '', pattern.signs) : matchesNames(names, pattern.names);
}

/** A blank at the end counts only where a backslash is before it. */
function withoutBlanksAtEnd(line: string): string {
  let end = line.length;
  while (line[end - 1] === ' ' && !isEscaped(line, end - 1)) end -= 1;
  return line.slice(0, end);
}

function isEscaped(line: string, at: number): boolean {
  let before = at;
  while (line[before - 1] === '\\') before -= 1;
  return (at - before) % 2 === 1;
}

/** Undefined: a backslash or a bracket has no end, and matches nothing. */
function signsOf(pattern: string): readonly Sign[] | undefined {
  const characters = [...pattern];
  const signs: Sign[] = [];
  for (let at = 0; at < characters.length; at += 1) {
    const character = characters[at] ?? '';
    if (character === '*') {
      if (signs.at(-1) !== ANY_TEXT) signs.push(ANY_TEXT);
    } else if (character === '?') signs.push(ANY_CHARACTER);
    else if (character === '\\') {
      at += 1;
      const escaped = characters[at];
      if (escaped === undefined) return undefined;
      signs.push(escaped);
    } else if (character === '[') {
      const bracket = bracketAt(characters, at);
      if (bracket === undefined) return undefined;
      signs.push(bracket.sign);
      at = bracket.end;
    } else signs.push(character);
  }
  return signs;
}

const CLASSES: ReadonlyMap<string, RegExp> = new Map([
  ['alnum', /^[a-z\d]$/i],
  ['alpha', /^[a-z]$/i],
  ['blank', /^[ \t]$/],
  ['digit', /^\d$/],
  ['lower', /^[a-z]$/],
  ['punct', /^[!-/:-@[-`{-~]$/],
  ['space', /^\s$/],
  ['upper', /^[A-Z]$/],
  ['xdigit', /^[a-f\d]$/i],
]);

/** `[a-z_]`, `[!a]`, `[^a]`, `[[:digit:]]`; a `]` that comes first is one of its characters. */
function bracketAt(
  characters: readonly string[],
  start: number,
): { readonly sign: Sign; readonly end: number } | undefined {
  let at = start + 1;
  const negated = characters[at] === '!' || characters[at] === '^';
  if (negated) at += 1;
  const first = at;
  const ranges: (readonly [string, string])[] = [];
  const classes: RegExp[] = [];
  const character = (): string | undefined => {
    if (characters[at] === '\\') at += 1;
    return characters[at];
  };
  for (; characters[at] !== ']' || at === first; at += 1) {
    const named = /^\[:(\w\w*):\]/.exec(characters.slice(at, at + 12).join(''));
    if (named !== null) {
      const known = CLASSES.get(named[1] ?? '');
      if (known === undefined) return undefined;
      classes.push(known);
      at += named[0].length - 1;
      continue;
    }
    const from = character();
    if (from === undefined) return undefined;
    let to: string | undefined = from;
    if (characters[at + 1] === '-' && characters[at + 2] !== ']' && characters[at + 2] !== undefined) {
      at += 2;
      to = character();
      if (to === undefined) return undefined;
    }
    ranges.push([from, to]);
  }
  const isIn = (one: string): boolean =>
    ranges.some(([from, to]) => from <= one && one <= to) || classes.some((known) => known.test(one));
  return { sign: (one) => isIn(one) !== negated, end: at };
}
