/**
 * Does a path, with slashes, match a pattern? `*` and `?` stay within a name, `**` is any number of folders; a pattern
 * without a slash matches the last name. Its cost is bounded by pattern times path: a hostile pattern hangs nothing.
 */
export function matchesGlob(path: string, pattern: string): boolean {
  const names = path.split('/');
  if (!pattern.includes('/')) return matchesName(names.at(-1) ?? '', pattern);
  const patterns = pattern.replace(/^\.?\//, '').split('/');
  return matchesNames(
    names,
    patterns.map((one) => (one === '**' ? ANY_FOLDERS : signsOf(one))),
  );
}

/** For what is held back: some file systems do not tell large letters from small ones. */
export function matchesInAnyCase(path: string, pattern: string): boolean {
  return matchesGlob(path.toLowerCase(), pattern.toLowerCase());
}

/** The same for one name, or any text: `*` is anything. */
export function matchesName(name: string, pattern: string): boolean {
  return matchesSigns(name, signsOf(pattern));
}

/** What a pattern wants of a name, sign by sign: any text, any character, this one, or one that passes. */
export type Sign = typeof ANY_TEXT | typeof ANY_CHARACTER | string | ((character: string) => boolean);
export const ANY_TEXT: unique symbol = Symbol('*');
export const ANY_CHARACTER: unique symbol = Symbol('?');
export const ANY_FOLDERS: unique symbol = Symbol('**');
export type NamePattern = typeof ANY_FOLDERS | readonly Sign[];

/** The same for many names: `const isWanted = nameMatcher('test:*')`. */
export function nameMatcher(pattern: string): (name: string) => boolean {
  if (!/[*?]/.test(pattern)) return (name) => name === pattern;
  const signs = signsOf(pattern);
  return (name) => matchesSigns(name, signs);
}

function signsOf(pattern: string): readonly Sign[] {
  return [...pattern].map((sign) => (sign === '*' ? ANY_TEXT : sign === '?' ? ANY_CHARACTER : sign));
}

/** `reach[n]`: the patterns so far match the first `n` names. */
export function matchesNames(names: readonly string[], patterns: readonly NamePattern[]): boolean {
  let reach = names.map(() => false);
  reach = [true, ...reach];
  for (const pattern of patterns) {
    const next = reach.map(() => false);
    for (let n = 0; n <= names.length; n += 1) {
      if (pattern === ANY_FOLDERS) next[n] = reach[n] === true || (n > 0 && next[n - 1] === true);
      else if (n > 0) next[n] = reach[n - 1] === true && matchesSigns(names[n - 1] ?? '', pattern);
    }
    if (!next.includes(true)) return false;
    reach = next;
  }
  return reach.at(-1) === true;
}

/** Greedy, with one place to go back to: the last star. */
export function matchesSigns(text: string, signs: readonly Sign[]): boolean {
  const name = isOneUnitEach(text) ? text : [...text];
  let [at, inPattern, star, mark] = [0, 0, -1, 0];
  while (at < name.length) {
    const wanted = signs[inPattern];
    if (wanted === ANY_TEXT) {
      star = inPattern;
      mark = at;
      inPattern += 1;
    } else if (wanted !== undefined && fits(name[at] ?? '', wanted)) {
      at += 1;
      inPattern += 1;
    } else if (star !== -1) {
      mark += 1;
      at = mark;
      inPattern = star + 1;
    } else return false;
  }
  while (signs[inPattern] === ANY_TEXT) inPattern += 1;
  return inPattern === signs.length;
}

/** No character of it takes two units: most names, and they need not be taken apart. */
function isOneUnitEach(text: string): boolean {
  return !/[\uD800-\uDFFF]/.test(text);
}

function fits(character: string, sign: Exclude<Sign, typeof ANY_TEXT>): boolean {
  if (typeof sign === 'function') return sign(character);
  return sign === ANY_CHARACTER || sign === character;
}
