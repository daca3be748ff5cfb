/** Which file is meant: a path, `-` for standard input, the first letters of a session's id, or the newest of all. */
import { statSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename } from 'node:path';
import { shortPath } from '@toolthread/core/text';
import type { Trouble } from '../system-trouble.ts';
import { progressOn } from '../terminal/progress.ts';
import { listSessions } from './list-sessions.ts';
import type { Session } from './list-sessions.ts';
import { LEAST_LETTERS, meantBy } from './meant-by.ts';
import { pipedSession } from './piped-session.ts';
import { skippedFiles } from './skipped-files.ts';

export const NO_SESSIONS: Trouble = {
  ok: false,
  what: 'No sessions were found on this computer.',
  whatToDo: 'toolthread open FILE',
};

/** `await findSession('5f0c')`; without a word, the newest session. What could be a path is taken as one. */
export async function findSession(given: string | undefined): Promise<{ readonly path: string } | Trouble> {
  if (given === '-') return pipedSession();
  if (given !== undefined && !mayBeId(given)) return { path: given };
  if (given !== undefined && given.length < LEAST_LETTERS) return tooShort(given);
  const skipped = skippedFiles('looked at');
  const agents: { readonly path: string }[] = [];
  const sessions = await listSessions(process.env, progressOn(process.stderr), skipped.add, (file, rule) => {
    if (rule === 'subagent') agents.push(file);
  });
  skipped.tell();
  if (given === undefined) {
    const [newest] = sessions;
    return newest ?? NO_SESSIONS;
  }
  const home = process.env['HOME'] ?? homedir();
  // A file may be called otherwise, and a copy of it may be in its place.
  const named = sessions.filter(({ path, summary }) => hasId(path, given) || summary.session?.startsWith(given));
  const lineOf = ({ path, summary }: Session): string => `${shortPath(path, home)}   ${summary.title}`;
  // No line of the list, but who knows its id can open it alone.
  const unlisted = agents.filter(({ path }) => hasId(path, given));
  return (
    meantBy(given, named, lineOf) ?? meantBy(given, unlisted, ({ path }) => shortPath(path, home)) ?? { path: given }
  );
}

function mayBeId(given: string): boolean {
  return /^[\w-][\w-]*$/.test(given) && statSync(given, { throwIfNoEntry: false }) === undefined;
}

function tooShort(given: string): Trouble {
  const whatToDo = `If it is the beginning of an id, give at least ${LEAST_LETTERS} letters; "toolthread sessions" lists what there is.`;
  return { ok: false, what: `There is no file ${given}.`, whatToDo };
}

/** An id is the file's name, a part of it between marks, the folder of the session, or what is behind the #. */
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
