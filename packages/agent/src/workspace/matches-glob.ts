/**
 * Does a path, with slashes, match a pattern? `*` and `?` stay within a name, `**` is any number of folders; a pattern
 * without a slash matches the last name. Its cost is bounded by pattern times path: a hostile pattern hangs nothing.
 */
export function matchesGlob(path: string, pattern: string): boolean {
  const names = path.split('/');
  if (!pattern.includes('/')) return matchesName(names.at(-1) ?? '', pattern);
  return matchesNames(names, pattern.replace(/^\.?\//, '').split('/'));
}

/** `reach[n]`: the patterns so far match the first `n` names. */
function matchesNames(names: readonly string[], patterns: readonly string[]): boolean {
  let reach = names.map(() => false);
  reach = [true, ...reach];
  for (const pattern of patterns) {
    const next = reach.map(() => false);
    for (let n = 0; n <= names.length; n += 1) {
      if (pattern === '**') next[n] = reach[n] === true || (n > 0 && next[n - 1] === true);
      else if (n > 0) next[n] = reach[n - 1] === true && matchesName(names[n - 1] ?? '', pattern);
    }
    reach = next;
  }
  return reach.at(-1) === true;
}

/** The same for one name, or any text: `*` is anything. Greedy, with one place to go back to: the last star. */
export function matchesName(name: string, pattern: string): boolean {
  let [at, inPattern, star, mark] = [0, 0, -1, 0];
  while (at < name.length) {
    const wanted = pattern[inPattern];
    if (wanted === '*') {
      star = inPattern;
      mark = at;
      inPattern += 1;
    } else if (wanted !== undefined && (wanted === '?' || wanted === name[at])) {
      at += 1;
      inPattern += 1;
    } else if (star !== -1) {
      mark += 1;
      at = mark;
      inPattern = star + 1;
    } else return false;
  }
  while (pattern[inPattern] === '*') inPattern += 1;
  return inPattern === pattern.length;
}
