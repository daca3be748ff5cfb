import { closeSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolder } from '@toolthread/store';
import { systemCode, systemTrouble } from '../system-trouble.ts';

export type Replaced = { readonly ok: true } | { readonly ok: false; readonly reason: string };

/**
 * Writes a file that only its owner can read, whole or not at all: a reader meanwhile gets the old text. `write` gives the new text, and is
 * called when nobody else can change the file; it may throw `Unwritten`, and then the file stays as it was.
 */
export function replaceFile(path: string, write: () => string): Replaced {
  const next = `${path}.new`;
  try {
    makeFolder(dirname(path));
    // `wx` fails if the file exists: so two writers cannot write at once.
    closeSync(openSync(next, 'wx', 0o600));
  } catch (error) {
    if (systemCode(error) !== 'EEXIST')
      return { ok: false, reason: systemTrouble(`${path} cannot be written`, error).what };
    return {
      ok: false,
      reason: `Another command is changing this file, or was interrupted while it did. If none is running, delete ${next}.`,
    };
  }
  try {
    writeFileSync(next, write(), { flush: true });
    renameSync(next, path);
    return { ok: true };
  } catch (error) {
    rmSync(next, { force: true });
    if (error instanceof Unwritten) return { ok: false, reason: error.message };
    return { ok: false, reason: systemTrouble(`${path} cannot be written`, error).what };
  }
}

/** Thrown by `write`: there is nothing to write, and why. */
export class Unwritten extends Error {}
