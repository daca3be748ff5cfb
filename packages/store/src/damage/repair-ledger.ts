import { existsSync } from 'node:fs';
import { heldWords, holdFile } from '../file/hold-file.ts';
import { done, refuse, type Result } from '../result.ts';
import { setAside } from './set-aside.ts';

/**
 * The file is set aside as it is, and every thread goes on in a new one, up to its last event that is what was written. Gives the
 * account of it, in words.
 *
 * @example
 * const repaired = await repairLedger(await exampleLedger());
 * repaired.ok; //=> true
 */
export async function repairLedger(file: string): Promise<Result<string>> {
  if (!existsSync(file)) return refuse('unavailable', `There is no ledger at ${file}.`);
  const held = holdFile(file);
  if (!held.ok) return refuse('unavailable', `${heldWords(file, held.holder)} Stop it first.`);
  try {
    const aside = await setAside(file, { why: 'It is repaired, as was asked.', missing: 'cut' });
    return aside.ok ? done(aside.words) : refuse('unavailable', aside.words);
  } finally {
    held.release();
  }
}
