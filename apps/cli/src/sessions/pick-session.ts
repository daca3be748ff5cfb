import { homedir } from 'node:os';
import { shortPath } from '@toolthread/core/text';
import type { Trouble } from '../system-trouble.ts';
import { askLine, canAsk } from '../terminal/ask-line.ts';
import { line, span } from '../terminal/line.ts';
import type { Line } from '../terminal/line.ts';
import { printDrawn } from '../terminal/print-text.ts';
import { progressOn } from '../terminal/progress.ts';
import { terminalOf } from '../terminal/terminal.ts';
import { wrap } from '../terminal/wrap.ts';
import { findSession, NO_SESSIONS } from './find-session.ts';
import { listSessions, newest } from './list-sessions.ts';
import type { Session } from './list-sessions.ts';
import { skippedFiles } from './skipped-files.ts';
import { whenWords } from './when-words.ts';

/** So many fit into a small window, with the question below them. */
const MOST = 20;

/** `await pickSession()`: one of the newest that the person at the terminal names; undefined if nobody can be asked. */
export async function pickSession(): Promise<{ readonly path: string } | Trouble | undefined> {
  if (!canAsk()) return undefined;
  const skipped = skippedFiles('listed');
  const all = await listSessions(process.env, progressOn(process.stderr), skipped.add);
  skipped.tell();
  if (all.length === 0) return NO_SESSIONS;
  const shown = all.slice(0, MOST);
  const terminal = terminalOf(process.stdout, process.env);
  const rows = shown.flatMap((session, place) => wrap(rowOf(session, place + 1), terminal));
  await printDrawn(`${rows.join('\n')}\n`);
  const answer = await askLine('Which one? Its number, a path or the first letters of an id; Enter for the first: ');
  if (answer === undefined) return { ok: false, what: 'No session was chosen.', whatToDo: 'toolthread open FILE' };
  return shown[answer === '' ? 0 : Number(answer) - 1] ?? findSession(answer);
}

function rowOf(session: Session, number: number): Line {
  const { title, project } = session.summary;
  const folder = shortPath(project, process.env['HOME'] ?? homedir());
  return line(
    [
      span(`${String(number).padStart(2)}  ${whenWords(newest(session), Date.now()).padEnd(10)}  `, 'faint'),
      span(title === '' ? '(no title)' : title, 'strong'),
      span(`  ${session.agent}${folder === '' ? '' : ` · ${folder}`}`, 'faint'),
    ],
    0,
    16,
  );
}
