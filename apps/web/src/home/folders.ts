import { shortPath } from '@toolthread/core/text';

/** Folders as lists name them: a thread has a whole path, or none if nobody chose; a session has its own, with `~` for the home. */
export interface Folders {
  /** The folder of a thread for which nobody chose one; undefined if the server does not say. */
  readonly usual?: string | undefined;
  /** What `~` stands for. */
  readonly home?: string | undefined;
}

/** The folder of a thread as a session names it: `~/shop`. Undefined: the usual one, which is not told. */
export function folderOf(project: string | undefined, { usual, home }: Folders): string | undefined {
  const path = project === undefined || project === '' ? usual : project;
  return path === undefined ? undefined : shortPath(path, home ?? '');
}

/** The other way: what a thread in the folder of a session has. `""`: it is the usual one. */
export function projectOf(folder: string, { usual, home }: Folders): string {
  const path = home !== undefined && /^~(?:\/|$)/.test(folder) ? `${home}${folder.slice(1)}` : folder;
  return path === usual ? '' : path;
}
