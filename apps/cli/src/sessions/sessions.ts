import { homedir } from 'node:os';
import { shortPath } from '@toolthread/core/text';
import { plainCommand } from '../command.ts';
import type { Command } from '../command.ts';
import { failure } from '../failure.ts';
import { BLANK, line, span } from '../terminal/line.ts';
import type { Line } from '../terminal/line.ts';
import { inWords, paragraph } from '../terminal/paragraph.ts';
import { printRows } from '../terminal/print-rows.ts';
import { printText } from '../terminal/print-text.ts';
import { progressOn } from '../terminal/progress.ts';
import { terminalOf } from '../terminal/terminal.ts';
import { wrap } from '../terminal/wrap.ts';
import { CHOICE, choiceHelp, choiceTrouble, chooseSessions } from './choose-sessions.ts';
import { listSessions, newest } from './list-sessions.ts';
import type { Session } from './list-sessions.ts';
import { LISTED_AGENTS } from './listed-agents.ts';
import { AGENTS } from './session-file.ts';
import { sessionLines } from './session-lines.ts';
import { skippedFiles } from './skipped-files.ts';
import { unlistedFiles } from './unlisted-files.ts';

const HELP = `toolthread sessions [--agent NAME] [--project WORDS] [--limit N] [--json]

${paragraph(
  `Lists the sessions of ${inWords(LISTED_AGENTS, 'and')} on this computer, by project, newest first. Only files that changed since the last time are read; a file that cannot be read is named, and copies and empty files are counted.`,
)}

${choiceHelp(AGENTS)}
  --limit N         only the newest N
  --json            one JSON object on each line, newest first

  toolthread sessions --limit 10
  toolthread sessions --project parser
  toolthread sessions --json | jq -r 'select(.failed > 0) | .path'
`;

const OPTIONS = { ...CHOICE, limit: { type: 'string' }, json: { type: 'boolean' } } as const;

export const sessions: Command = plainCommand(
  { name: 'sessions', help: HELP, options: OPTIONS },
  async ({ agent, project = '', limit, json }) => {
    const most = limit === undefined ? Infinity : Number(limit);
    if (!(most > 0))
      return failure(`--limit needs a number from 1 on, not "${limit}".`, 'toolthread sessions --limit 10');
    const trouble = choiceTrouble('sessions', { agent }, AGENTS);
    if (trouble !== undefined) return failure(trouble.what, trouble.whatToDo);
    const skipped = skippedFiles('listed');
    const unlisted = unlistedFiles();
    const all = await listSessions(process.env, progressOn(process.stderr), skipped.add, unlisted.add);
    skipped.tell();
    unlisted.tell();
    const chosen = chooseSessions(all, { agent, project }).slice(0, most);
    if (json === true) {
      await printText(chosen.map((session) => `${JSON.stringify(sessionJson(session))}\n`).join(''));
      return 0;
    }
    if (chosen.length === 0) {
      if (all.length > 0) {
        const asked = [
          agent === undefined ? [] : `--agent ${agent}`,
          project === '' ? [] : `--project ${project}`,
        ].flat();
        return failure(`No session matches ${asked.join(' and ')}.`, `"toolthread sessions" lists all ${all.length}.`);
      }
      return failure(
        'No sessions were found on this computer.',
        `Looked in your home folder for ${AGENTS.join(', ')}.`,
      );
    }
    const terminal = terminalOf(process.stdout, process.env);
    const home = process.env['HOME'] ?? homedir();
    const rows = [...byProject(chosen, { now: Date.now(), home })].flatMap((row) => wrap(row, terminal));
    await printRows(rows, terminal);
    return 0;
  },
);

/** Projects in the order of their newest session. */
function* byProject(
  chosen: readonly Session[],
  looks: { readonly now: number; readonly home: string },
): Iterable<Line> {
  const projects = Map.groupBy(chosen, ({ summary }) => summary.project);
  let first = true;
  for (const [project, inside] of projects) {
    if (!first) yield BLANK;
    first = false;
    yield line([span(project === '' ? '(no folder)' : shortPath(project, looks.home), 'accent')]);
    for (const session of inside) yield* sessionLines(session, looks);
  }
}

function sessionJson(session: Session): object {
  const { agent, path, summary } = session;
  return { agent, path, ...summary, usage: undefined, newest: newest(session) };
}
