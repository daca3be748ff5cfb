import type { ThreadState } from '@toolthread/core';
import { isStopping } from '@toolthread/core/queries';
import type { KnownRoots } from './known-roots.ts';

/**
 * `await filesFor(roots, thread, folder)`: the folder of a thread, made if there is none. A run that only stops needs no files: it may be on
 * another node than they are, and tells then nothing of what was changed.
 */
export async function filesFor(
  roots: Pick<KnownRoots, 'make' | 'holds'>,
  thread: ThreadState,
  folder: string,
): Promise<{ readonly workspace?: string }> {
  if (isStopping(thread)) return roots.holds(folder) ? { workspace: folder } : {};
  await roots.make(thread.id, folder);
  return { workspace: folder };
}
