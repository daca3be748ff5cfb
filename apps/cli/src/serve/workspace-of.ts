import { join } from 'node:path';
import type { ServeOptions } from './serve-options.ts';

/** Where a thread's agent works, and where what it changed is undone: `workspaceOf(options, thread.id)`. */
export function workspaceOf({ data, workspace }: Pick<ServeOptions, 'data' | 'workspace'>, thread: string): string {
  return workspace ?? join(data, 'workspaces', thread);
}

/** No program that the server itself starts is looked for there: `agentsWriteTo(options)`. */
export function agentsWriteTo({
  data,
  workspace,
  workspaces = [],
}: Pick<ServeOptions, 'data' | 'workspace'> & Partial<Pick<ServeOptions, 'workspaces'>>): readonly string[] {
  return [data, ...(workspace === undefined ? [] : [workspace]), ...workspaces];
}
