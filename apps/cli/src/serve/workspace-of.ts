import { join } from 'node:path';
import type { ServeOptions } from './serve-options.ts';

/** Where a thread's agent works, and where what it changed is undone: `workspaceOf(options, thread.id)`. */
export function workspaceOf({ data, workspace, node }: Places, thread: string): string {
  return workspace ?? join(node?.sharedWorkspaces ?? join(data, 'workspaces'), thread);
}

type Places = Pick<ServeOptions, 'data' | 'workspace'> & Partial<Pick<ServeOptions, 'node'>>;

/** No program that the server itself starts is looked for there: `agentsWriteTo(options)`. */
export function agentsWriteTo({
  data,
  workspace,
  workspaces = [],
  node,
}: Places & Partial<Pick<ServeOptions, 'workspaces'>>): readonly string[] {
  return [data, ...[workspace, node?.sharedWorkspaces].filter((folder) => folder !== undefined), ...workspaces];
}
