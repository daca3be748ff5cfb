import type { Sought } from '../sessions/ask-sessions.ts';
import type { SoughtThreads } from '../threads/sought-threads.ts';
import { folderOf } from './folders.ts';
import type { Folders } from './folders.ts';

/** The same choice for sessions. `none`: none of them can be meant. */
export function soughtSessions(
  { place, state, days, agent, project }: SoughtThreads,
  folders: Folders,
  limit: number,
): Sought | 'none' {
  const folder = project === undefined ? undefined : (folderOf(project, folders) ?? '');
  const isElsewhere = place !== 'list' || agent === '';
  return isElsewhere ? 'none' : { agent: agent ?? '', project: folder, state, days, limit };
}
