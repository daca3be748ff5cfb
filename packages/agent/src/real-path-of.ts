import { realpathSync } from 'node:fs';

/** `realPathOf('/var/run')`: where a path leads, with links followed; undefined if there is nothing, or nobody may look. */
export function realPathOf(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}
