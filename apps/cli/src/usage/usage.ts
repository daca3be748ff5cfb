import { homedir } from 'node:os';
import { THREADS_AGENT } from '@toolthread/core/lines';
import { countOf, isDay } from '@toolthread/core/text';
import { plainCommand } from '../command.ts';
import type { Command } from '../command.ts';
import { dataInUse } from '../data-folder.ts';
import { failure } from '../failure.ts';
import { CHOICE, choiceHelp, choiceTrouble, chooseSessions } from '../sessions/choose-sessions.ts';
import { AGENTS } from '../sessions/session-file.ts';
import { skippedFiles } from '../sessions/skipped-files.ts';
import { paragraph } from '../terminal/paragraph.ts';
import { printRows } from '../terminal/print-rows.ts';
import { printText } from '../terminal/print-text.ts';
import { progressOn } from '../terminal/progress.ts';
import { terminalOf } from '../terminal/terminal.ts';
import { wrap } from '../terminal/wrap.ts';
import { everySession } from './every-session.ts';
import { readPrices } from './read-prices.ts';
import { usageReport } from './usage-report.ts';
import { usageLines } from './usage-lines.ts';
import { agentOf, GROUPINGS } from './used-rows.ts';

const USERS = [...AGENTS, THREADS_AGENT];

const HELP = `toolthread usage [--by ${GROUPINGS.join('|')}]
                 [--since DATE] [--until DATE] [--agent NAME] [--project WORDS]
                 [--prices FILE] [--data DIR] [--json]

${paragraph(
  'Sums up what the sessions on this computer and the threads of this server used: tokens (input with what was written to the cache, cached: read from it, output with the reasoning, and the reasoning alone), what they cost by a list of prices, calls and failed calls, time worked and time waited for a person. It counts what the files record. A model without a price is named, and adds nothing to the cost.',
)}

  --by NAME         day (default), model, project, agent or tool
  --since DATE      from this day on, like 2026-11-01, in your time zone
  --until DATE      up to and including this day
${choiceHelp(USERS)}
  --prices FILE     prices of your own, for the models that it names (default:
                    ~/.config/toolthread/prices.json, if it is there)
  --data DIR        the server's data folder (default: the one that serve uses)
  --json            the same as one JSON object

  toolthread usage --since 2026-11-01
  toolthread usage --by model
  toolthread usage --by tool --project parser
  toolthread usage --by project --json | jq .total.cost
`;

const OPTIONS = {
  by: { type: 'string' },
  since: { type: 'string' },
  until: { type: 'string' },
  ...CHOICE,
  prices: { type: 'string' },
  data: { type: 'string' },
  json: { type: 'boolean' },
} as const;

export const usage: Command = plainCommand(
  { name: 'usage', help: HELP, options: OPTIONS },
  async ({ by: asked = 'day', since = '', until = '', agent, project = '', prices: given, data, json }) => {
    const by = GROUPINGS.find((name) => name === asked);
    if (by === undefined)
      return failure(`--by needs one of ${GROUPINGS.join(', ')}, not "${asked}".`, 'toolthread usage --by model');
    for (const [option, day] of Object.entries({ since, until }))
      if (day !== '' && !isDay(day))
        return failure(`--${option} needs a day, not "${day}".`, `toolthread usage --${option} 2026-11-01`);
    const trouble = choiceTrouble('usage', { agent }, USERS);
    if (trouble !== undefined) return failure(trouble.what, trouble.whatToDo);
    const prices = readPrices(given, process.env);
    if (!prices.ok) return failure(prices.what, prices.whatToDo);
    const used = await dataInUse(data, process.env);
    // Who has never run a server has no threads, but may have sessions.
    if (!used.ok && data !== undefined) return failure(used.what, used.whatToDo);
    const skipped = skippedFiles('counted');
    const all = await everySession({
      env: process.env,
      data: used.ok ? used.data : undefined,
      sessions: true,
      progress: progressOn(process.stderr),
      skipped: skipped.add,
    });
    skipped.tell();
    const chosen = chooseSessions(all, { agent, project }, agentOf);
    const report = usageReport(chosen, { by, since, until, lists: prices.lists });
    if (json === true) {
      await printText(`${JSON.stringify(report)}\n`);
      return 0;
    }
    if (report.groups.length === 0)
      return failure(
        'No usage matches.',
        `${countOf(all.length, 'session')} looked at; "toolthread sessions" lists them.`,
      );
    const terminal = terminalOf(process.stdout, process.env);
    const home = process.env['HOME'] ?? homedir();
    const rows = usageLines(report, { columns: terminal.columns, home }).flatMap((row) => wrap(row, terminal));
    await printRows(rows, terminal);
    return 0;
  },
);
