/** Which file is meant: a path, the first letters of a session's id, or the newest of all. */
import { statSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename } from 'node:path';
import type { Trouble } from '../system-trouble.ts';
import { progressOn } from '../terminal/progress.ts';
import { listSessions } from './list-sessions.ts';
import type { Session } from './list-sessions.ts';
import { shortPath } from './session-lines.ts';
import { skippedFiles } from './skipped-files.ts';

/** Fewer letters mean too many. */
const LEAST_LETTERS = 4;
const MOST_NAMED = 5;

/** `await findSession('5f0c')`; without a word, the newest session. What could be a path is taken as one. */
export async function findSession(given: string | undefined): Promise<{ readonly path: string } | Trouble> {
  if (given !== undefined && !isPrefix(given)) return { path: given };
  const skipped = skippedFiles('looked at');
  const sessions = await listSessions(process.env, progressOn(process.stderr), skipped.add);
  skipped.tell();
  if (given === undefined) {
    const [newest] = sessions;
    return newest ?? { ok: false, what: 'No sessions were found on this computer.', whatToDo: 'toolthread open FILE' };
  }
  const named = sessions.filter(({ path }) => hasId(path, given));
  const [only, second] = named;
  if (only === undefined) return { path: given };
  if (second === undefined) return only;
  return { ok: false, what: `${named.length} sessions begin with ${given}.`, whatToDo: `Name one:\n${listed(named)}` };
}

function isPrefix(given: string): boolean {
  return (
    given.length >= LEAST_LETTERS && /^[\w-]+$/.test(given) && statSync(given, { throwIfNoEntry: false }) === undefined
  );
}

/** An id is the file's name, a part of it between marks, the folder of the session, or what stands behind the #. */
function hasId(path: string, prefix: string): boolean {
  const [file = '', inside] = path.split('#');
  if (inside !== undefined) return inside.startsWith(prefix);
  const name = basename(file);
  const folder = file.split('/').at(-2) ?? '';
  const ids = [
    name,
    ...Array.from(name.matchAll(/[_-](?=[0-9a-f]{8}(?:-|\.|$))/g), ({ index }) => name.slice(index + 1)),
  ];
  return [...ids, ...(IN_OWN_FOLDER.test(name) ? [folder] : [])].some((id) => id.startsWith(prefix));
}

/** Agents that give each session a folder call its file always the same. */
const IN_OWN_FOLDER = /^(?:events\.jsonl|wire\.jsonl|context\.jsonl|store\.db)$/;

function listed(sessions: readonly Session[]): string {
  const home = process.env['HOME'] ?? homedir();
  const names = sessions.slice(0, MOST_NAMED).map(({ path, summary }) => `${shortPath(path, home)}   ${summary.title}`);
  const others = sessions.length - names.length;
  return [...names, ...(others > 0 ? [`and ${others} more`] : [])].join('\n');
}
