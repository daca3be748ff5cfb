/** What the size and the time of a session's own file do not tell: whether the files beside it have changed. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { stampOf } from './stamp-of.ts';

/** Of the runs of Claude Code's subagents: `/projects/p/5f0c.jsonl` has them in `/projects/p/5f0c/subagents`. Empty if there are none. */
export function besideStamp(path: string): string {
  return folderStamp(join(path.replace(/\.jsonl(?:\.(?:zst|gz))?$/, ''), 'subagents'));
}

/** Of a session in opencode's folders: how many messages it has, and the newest of them with its parts. */
export function storedStamp(storage: string, session: string): string {
  const folder = join(storage, 'message', session);
  const messages = namesIn(folder);
  const newest = messages.at(-1);
  if (newest === undefined) return '';
  const parts = folderStamp(join(storage, 'part', newest.replace(/\.json$/, '')));
  return `${messages.length} ${stampOf(join(folder, newest))} ${parts}`;
}

function folderStamp(folder: string): string {
  return namesIn(folder)
    .map((name) => `${name}:${stampOf(join(folder, name))}`)
    .join(' ');
}

/** None if there is no folder. */
function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}
