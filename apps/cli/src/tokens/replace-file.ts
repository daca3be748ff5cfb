import { closeSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolder } from '@toolthread/store';

export type Replaced = { readonly ok: true } | { readonly ok: false; readonly reason: string };

/**
 * Writes a file that only its owner can read, whole or not at all: a reader meanwhile gets the old text. `write` gives the new text, and is
 * called when nobody else can change the file; it may throw, and then the file stays as it was.
 */
export function replaceFile(path: string, write: () => string): Replaced {
  const next = `${path}.new`;
  try {
    makeFolder(dirname(path));
    // `wx` fails if the file exists: so two writers cannot write at once.
    closeSync(openSync(next, 'wx', 0o600));
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') return { ok: false, reason: `${next} cannot be written: ${codeOf(error)}.` };
    return { ok: false, reason: `Another command is at work, or was cut off at it: if none is, delete ${next}.` };
  }
  try {
    writeFileSync(next, write(), { flush: true });
    renameSync(next, path);
    return { ok: true };
  } catch (error) {
    rmSync(next, { force: true });
    return { ok: false, reason: error instanceof Error ? error.message : String(error) };
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
