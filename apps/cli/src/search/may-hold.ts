/** Whether the bytes of a session's files can hold the words, so that most files need not be parsed. */
import { closeSync, existsSync, openSync, readdirSync, readSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { plainFileSize } from '../thread/stat-of.ts';
import type { Session } from '../sessions/list-sessions.ts';

const CHUNK_BYTES = 4 * 1024 * 1024;

/** True also if it cannot be told: then the session is read. A plain word that is in none of its files is not in the thread. */
export function mayHold({ agent, path, summary }: Session, words: readonly string[]): boolean {
  // The runs of Codex's agents are in rollouts of other names, of other days too.
  if (agent === 'codex' && summary.runs.length > 0) return true;
  const plain = words.filter((word) => /^[\w.:-][\w.:-]*$/.test(word)).map((word) => word.toLowerCase());
  if (plain.length === 0 || !path.endsWith('.jsonl')) return true;
  const missing = new Set(plain);
  try {
    for (const file of filesOf(path)) {
      dropFound(file, missing);
      if (missing.size === 0) return true;
    }
  } catch {
    // The reader will say what is wrong with it.
    return true;
  }
  return false;
}

/** The session's file, what is in its own folder, and the runs of subagents that older versions keep beside it. */
function* filesOf(path: string): Iterable<string> {
  yield path;
  const own = path.slice(0, -'.jsonl'.length);
  const within = existsSync(own) ? readdirSync(own, { recursive: true, withFileTypes: true }) : [];
  for (const file of within) if (file.isFile()) yield join(file.parentPath, file.name);
  if (basename(path).startsWith('agent-')) return;
  const beside = readdirSync(dirname(path)).filter((name) => /^agent-.*\.jsonl$/.test(name));
  // A pipe would be waited for.
  yield* beside.map((name) => join(dirname(path), name)).filter((file) => plainFileSize(file) !== undefined);
}

function dropFound(path: string, missing: Set<string>): void {
  const longest = Math.max(...Array.from(missing, (word) => word.length));
  const file = openSync(path, 'r');
  const buffer = Buffer.alloc(CHUNK_BYTES);
  let before = '';
  try {
    for (let count = readSync(file, buffer); count > 0 && missing.size > 0; count = readSync(file, buffer)) {
      const text = before + buffer.toString('latin1', 0, count).toLowerCase();
      for (const word of missing) if (text.includes(word)) missing.delete(word);
      before = longest > 1 ? text.slice(1 - longest) : '';
    }
  } finally {
    closeSync(file);
  }
}
