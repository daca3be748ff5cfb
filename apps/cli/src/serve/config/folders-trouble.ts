import { folderTrouble, makeData } from '../../data-folder.ts';
import type { Trouble } from '../../system-trouble.ts';
import { dataInWorkspace } from '../../workspaces/data-in-workspace.ts';
import type { ServeOptions } from '../options/serve-options.ts';

type Folders = Pick<ServeOptions, 'data' | 'workspace' | 'workspaces' | 'logRequests' | 'node'>;

/** Why the folders that were named cannot be used, or not together. The data folder is made if there is none. */
export function foldersTrouble(options: Folders): Trouble | undefined {
  const { data, workspace, workspaces, logRequests } = options;
  const { sharedWorkspaces } = options.node;
  if (sharedWorkspaces !== undefined && dataInWorkspace({ data: sharedWorkspaces, workspace }))
    return refused(
      'The folder of --shared-workspaces is in the workspace, where the agent could read files of other threads.',
      'Give another folder with --shared-workspaces DIR.',
    );
  if (logRequests !== undefined && dataInWorkspace({ data: logRequests, workspace }))
    return refused(
      'The folder of --log-requests is in the workspace, where the agent could read what others said.',
      'Give another folder with --log-requests DIR.',
    );
  const inReach = workspaces.find((folder) => dataInWorkspace({ data: folder, workspace: data }));
  if (inReach !== undefined)
    return refused(`${inReach} is in the data folder of this server.`, 'Give another folder with --workspaces DIR.');
  const trouble =
    (sharedWorkspaces === undefined ? undefined : folderTrouble(sharedWorkspaces, '--shared-workspaces')) ??
    (workspace === undefined ? undefined : folderTrouble(workspace, '--workspace')) ??
    workspaces.map((folder) => folderTrouble(folder, '--workspaces')).find((one) => one !== undefined) ??
    makeData(data, '--data') ??
    (logRequests === undefined ? undefined : makeData(logRequests, '--log-requests'));
  if (trouble !== undefined) return trouble;
  if (!dataInWorkspace(options)) return undefined;
  return refused(
    'The data folder is in the workspace, where the agent could write to it.',
    'Give another folder with --data DIR.',
  );
}

function refused(what: string, whatToDo: string): Trouble {
  return { ok: false, what, whatToDo };
}
