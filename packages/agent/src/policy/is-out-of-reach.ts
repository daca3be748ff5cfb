/** Which files of the user an agent cannot have written. */
import { realpath, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { codeOf } from '@toolthread/core/json';
import { isWithin } from '../is-within.ts';

/**
 * No agent that works in the workspace can write the file: it is not in the workspace, has no second name, and only its owner may write it. A
 * file that does not exist yet must meet the same conditions.
 *
 * @example
 * const workspace = exampleFolder();
 * await isOutOfReach(`${workspace}/policy.json`, workspace); //=> false
 * await isOutOfReach(`${exampleFolder()}/policy.json`, workspace); //=> true
 */
export async function isOutOfReach(file: string, workspace: string | undefined): Promise<boolean> {
  // Upper and lower case count as the same: on some disks `.Config` is `.config`.
  const real = async (path: string): Promise<string> => (await leadsTo(path)).toLowerCase();
  if (workspace !== undefined && isWithin(await real(file), await real(workspace))) return false;
  if (process.getuid === undefined) return true;
  const own = process.getuid();
  for (const path of [file, dirname(file)]) {
    const found = await stat(path).catch((error: unknown) => {
      if (isMissing(error)) return undefined;
      throw error;
    });
    if (found === undefined) continue;
    if ((found.uid !== own && found.uid !== 0) || (found.mode & 0o022) !== 0) return false;
    if (found.isFile() && found.nlink > 1) return false;
  }
  return true;
}

/** The deepest part that exists, as it really is, and the rest. */
async function leadsTo(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (!isMissing(error) || dirname(path) === path) throw error;
    return join(await leadsTo(dirname(path)), basename(path));
  }
}

export function isMissing(error: unknown): boolean {
  return codeOf(error) === 'ENOENT';
}
