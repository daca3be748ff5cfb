import { join } from 'node:path';
import type { ServeOptions } from './serve-options.ts';

/** Where a thread's agent works, and where what it changed is undone: `workspaceOf(options, thread.id)`. */
export function workspaceOf({ data, workspace }: Pick<ServeOptions, 'data' | 'workspace'>, thread: string): string {
  return workspace ?? join(data, 'workspaces', thread);
}
