import { callStatus } from '@toolthread/core';
import type { ThreadState } from '@toolthread/core';
import type { Json } from '@toolthread/core/json';
import { fileCommand } from '../command.ts';
import type { Command } from '../command.ts';
import { failure } from '../failure.ts';
import { line, span } from '../terminal/line.ts';
import type { Line } from '../terminal/line.ts';
import { printRows } from '../terminal/print-rows.ts';
import { printText } from '../terminal/print-text.ts';
import { terminalOf } from '../terminal/terminal.ts';
import { wrap } from '../terminal/wrap.ts';
import { readFileAlone } from '../thread/read-thread.ts';
import type { OpenedThread } from '../thread/read-thread.ts';

const HELP = `toolthread inspect FILE [--json]

Counts what is in a file: its records, calls and results, and what became of
every record: shown, folded into another, hidden by a named rule, or malformed.
"records" is the sum of shown, folded and hidden; malformed lines are counted
separately.

  --json   one JSON object

  toolthread inspect session.jsonl
  toolthread inspect session.jsonl --json | jq .hidden
`;

const OPTIONS = { json: { type: 'boolean' } } as const;

export const inspect: Command = fileCommand(
  { name: 'inspect', help: HELP, options: OPTIONS },
  async (path, { json }) => {
    const read = await readFileAlone(path);
    if (!read.ok) return failure(read.what, read.whatToDo);
    const report = reportOf(read.thread);
    if (json === true) {
      await printText(`${JSON.stringify(report, undefined, 2)}\n`);
      return 0;
    }
    const terminal = terminalOf(process.stdout, process.env);
    await printRows(
      rowsOf(report).flatMap((row) => wrap(row, terminal)),
      terminal,
    );
    return 0;
  },
);

const FIRST =
  'format title records malformedLines concatenatedLines toolCalls answered unanswered orphanResults errors shown folded hidden'.split(
    ' ',
  );

/** The counts of the format's reader; what it did not count is counted in the ledger. */
function reportOf({ title, state, counts, events }: OpenedThread): { readonly [name: string]: Json } {
  const all = {
    title: title ?? null,
    ...ledgerCounts(state),
    ...counts,
    events: events.length,
    anomalies: state.anomalies.count,
  };
  const rank = (name: string): number => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length);
  return Object.fromEntries(Object.entries(all).sort(([a], [b]) => rank(a) - rank(b)));
}

function ledgerCounts(state: ThreadState): { readonly [name: string]: Json } {
  let toolCalls = 0;
  let unanswered = 0;
  let errors = 0;
  for (const [, call] of state.calls.byPlace.entries()) {
    const status = callStatus(call);
    toolCalls += 1;
    if (call.state.name !== 'settled' || status === 'lost' || status === 'interrupted') unanswered += 1;
    if (status === 'failed') errors += 1;
  }
  let orphanResults = 0;
  for (const entry of state.log) if (entry.kind === 'orphan') orphanResults += 1;
  return { toolCalls, answered: toolCalls - unanswered, unanswered, orphanResults, errors };
}

function rowsOf(report: { readonly [name: string]: Json }): Line[] {
  const width = Math.max(...Object.keys(report).map((name) => name.length)) + 2;
  return Object.entries(report).flatMap(([name, value]) => {
    if (typeof value !== 'object' || value === null) {
      return [line([span(name.padEnd(width), 'faint'), span(value === null ? '–' : String(value))], 0, width)];
    }
    const members = Array.isArray(value)
      ? value.map((member) => [String(member), null] as const)
      : Object.entries(value);
    return [
      line([span(name, 'faint')]),
      ...members.map(([key, member]) =>
        line([span(`${key}  `), span(member === null ? '' : JSON.stringify(member), 'strong')], 2, 2),
      ),
    ];
  });
}
