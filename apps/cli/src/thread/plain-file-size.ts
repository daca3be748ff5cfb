import { statSync } from 'node:fs';

/** Undefined where there is no plain file, or none that can be looked at. `plainFileSize('session.jsonl')` */
export function plainFileSize(path: string): number | undefined {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    return found?.isFile() === true ? found.size : undefined;
  } catch {
    return undefined;
  }
}
