import { join } from 'node:path';
import { dataInWorkspace } from './data-in-workspace.ts';
import type { ServeOptions } from './serve-options.ts';

/** Where a thread's agent works, and where what it changed is undone: `workspaceOf(options, thread.id)`. */
export function workspaceOf({ data, workspace, node }: Places, thread: string): string {
  return workspace ?? join(node?.sharedWorkspaces ?? join(data, 'workspaces'), thread);
}

/** Where the server has made folders for threads, or did before it was given storage that others have too. */
export function workspaceRoots(options: Pick<Places, 'data' | 'node'>): readonly string[] {
  const { sharedWorkspaces } = options.node ?? {};
  return [join(options.data, 'workspaces'), ...(sharedWorkspaces === undefined ? [] : [sharedWorkspaces])];
}

/** No agent works there, nor above: but in the folder that the server made there for its thread. `closedFolders(options)` */
export function closedFolders({
  data,
  logRequests,
  node,
}: Pick<Places, 'data' | 'node'> & Partial<Pick<ServeOptions, 'logRequests'>>): readonly string[] {
  return [data, logRequests, node?.sharedWorkspaces].filter((folder) => folder !== undefined);
}

/**
 * What a command in this workspace does not see: what is the server's own, and every folder that other threads work in.
 * `hiddenFrom(works, options)`
 */
export function hiddenFrom(
  works: string,
  options: Places & Partial<Pick<ServeOptions, 'logRequests' | 'workspaces'>>,
): readonly string[] {
  const { workspace, workspaces = [] } = options;
  const others = [workspace, ...workspaces].filter((folder) => folder !== undefined);
  return [
    ...closedFolders(options),
    ...others.filter((folder) => !dataInWorkspace({ data: folder, workspace: works })),
  ];
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
