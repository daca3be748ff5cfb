/** Which files somebody may mean who has written a few letters. */
import { setImmediate } from 'node:timers/promises';

/** After so many names others have their turn. */
const AT_ONCE = 10_000;
/** Of each kind so many are compared: who has written one letter gets some of many. */
const MOST_OF_A_KIND = 2000;

/** `more`: there are others that fit. */
export interface RankedFiles {
  readonly files: readonly string[];
  readonly more: boolean;
}

/**
 * `await rankFiles(names, 'pars', 20)`: first names that begin so, then those that have it in them, then paths that do, then paths with these
 * letters in this order; of each kind the shortest first.
 */
export async function rankFiles(names: readonly string[], words: string, limit: number): Promise<RankedFiles> {
  const sought = words.toLowerCase();
  const kinds: string[][] = [[], [], [], []];
  let fitting = 0;
  for (const [index, name] of names.entries()) {
    if (index % AT_ONCE === AT_ONCE - 1) await setImmediate();
    const kind = kindOf(name.toLowerCase(), sought);
    if (kind === undefined) continue;
    fitting += 1;
    const list = kinds[kind];
    if (list !== undefined && list.length < MOST_OF_A_KIND) list.push(name);
  }
  const files = kinds.flatMap((list) => list.sort(shortestFirst)).slice(0, limit);
  return { files, more: fitting > files.length };
}

function kindOf(path: string, sought: string): number | undefined {
  const at = path.lastIndexOf('/') + 1;
  if (path.startsWith(sought, at)) return 0;
  if (path.includes(sought, at)) return 1;
  if (path.includes(sought)) return 2;
  return hasInOrder(path, sought) ? 3 : undefined;
}

function hasInOrder(path: string, letters: string): boolean {
  let from = 0;
  for (const letter of letters) {
    const found = path.indexOf(letter, from);
    if (found === -1) return false;
    from = found + letter.length;
  }
  return true;
}

function shortestFirst(a: string, b: string): number {
  return a.length - b.length || (a < b ? -1 : Number(a > b));
}
