import { statSync } from 'node:fs';
import type { Stats } from 'node:fs';
import { systemTrouble } from '../system-trouble.ts';
import type { Trouble } from '../system-trouble.ts';

/** What is at a path, links followed. Undefined if there is nothing. `statOf('session.jsonl')` */
export function statOf(path: string): Stats | Trouble | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    return systemTrouble(`${path} cannot be opened`, error);
  }
}

/** Undefined if there is not a regular file, or none that can be looked at. `plainFileSize('session.jsonl')` */
export function plainFileSize(path: string): number | undefined {
  const found = statOf(path);
  return found === undefined || 'what' in found || !found.isFile() ? undefined : found.size;
}
