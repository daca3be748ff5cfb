import { open } from 'node:fs/promises';
import { codeOf } from '@toolthread/core/json';

/** An empty file for its owner only. One that is there is not opened: closing it would give up the locks that this process has on it. */
export async function makeOwn(file: string): Promise<void> {
  try {
    await (await open(file, 'ax', 0o600)).close();
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}
