import { accessSync, constants, existsSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

interface Private {
  readonly path: string;
  readonly is: 'file' | 'folder';
}

/** Where keys and passwords are, and how deep they are looked for. */
const PLACES = [
  { folder: '/etc', depth: 6 },
  { folder: '/var', depth: 2 },
] as const;
/** To look through them takes longer than a command should wait each time. */
const KEPT_MS = 60_000;

let known: { readonly until: number; readonly secrets: readonly Private[] } | undefined;

/**
 * `secretsOfTheSystem()`: what not every user may read, and this one may. Without a capability the user root still opens it, and so does a member of
 * a group. Pipes with a name are among them.
 */
export function secretsOfTheSystem(): readonly Private[] {
  const now = performance.now();
  if (known === undefined || known.until < now) {
    known = { until: now + KEPT_MS, secrets: PLACES.flatMap(({ folder, depth }) => notForEverybody(folder, depth)) };
  }
  // What is gone can be no mount point.
  return known.secrets.filter(({ path }) => existsSync(path));
}

function notForEverybody(folder: string, depth: number): readonly Private[] {
  return namesIn(folder).flatMap((name): readonly Private[] => {
    const path = join(folder, name);
    const found = lstatSync(path, { throwIfNoEntry: false });
    // Whoever may write to one speaks to the program behind it: no mount that is read-only keeps a command from that.
    if (found?.isFIFO() === true) return [{ path, is: 'file' }];
    if (found?.isFile() === true) return (found.mode & 0o004) === 0 && isOurs(path) ? [{ path, is: 'file' }] : [];
    if (found?.isDirectory() !== true) return [];
    if ((found.mode & 0o005) !== 0o005) return isOurs(path) ? [{ path, is: 'folder' }] : [];
    return depth > 1 ? notForEverybody(path, depth - 1) : [];
  });
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** A folder can be entered that cannot be listed. */
function isOurs(path: string): boolean {
  return [constants.R_OK, constants.X_OK].some((mode) => {
    try {
      accessSync(path, mode);
      return true;
    } catch {
      return false;
    }
  });
}
