import { join } from 'node:path';
import type { KnownRoots } from './known-roots.ts';
import { dataInWorkspace } from './data-in-workspace.ts';
import type { ServeOptions } from '../serve/options/serve-options.ts';

/** Where a thread's agent works, and where what it changed is undone: `workspaceOf(options, thread.id)`. */
export function workspaceOf({ data, workspace, node }: Places, thread: string): string {
  return workspace ?? join(node?.sharedWorkspaces ?? ownRoot(data), thread);
}

/** Where the server makes folders for threads if it has no storage that others have, too: `ownRoot(data)`. */
export function ownRoot(data: string): string {
  return join(data, 'workspaces');
}

/**
 * No agent works there, nor above: but in the folder that the server made there for its thread. Options change, and files of threads stay where they
 * are: `roots` are those of every start. `closedFolders(options, roots)`
 */
export function closedFolders(
  { data, logRequests, node }: Pick<Places, 'data' | 'node'> & Partial<Pick<ServeOptions, 'logRequests'>>,
  roots: Pick<KnownRoots, 'folders'>,
): readonly string[] {
  return [data, logRequests, node?.sharedWorkspaces, ...roots.folders()].filter((folder) => folder !== undefined);
}

/**
 * What a command in this workspace does not see: what is the server's own, and every folder that other threads work in.
 * `hiddenFrom(works, options, roots)`
 */
export function hiddenFrom(
  works: string,
  options: Places & Partial<Pick<ServeOptions, 'logRequests' | 'workspaces'>>,
  roots: Pick<KnownRoots, 'folders'>,
): readonly string[] {
  const { workspace, workspaces = [] } = options;
  const others = [workspace, ...workspaces].filter((folder) => folder !== undefined);
  return [
    ...closedFolders(options, roots),
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
