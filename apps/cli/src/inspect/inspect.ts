import { callResult, callStatus } from '@toolthread/core';
import type { Call, ThreadState } from '@toolthread/core';
import type { Json } from '@toolthread/core/json';
import { countOf } from '@toolthread/core/text';
import { fileCommand } from '../command.ts';
import type { Command } from '../command.ts';
import { failure } from '../failure.ts';
import { line, span } from '../terminal/line.ts';
import type { Line } from '../terminal/line.ts';
import { printRows } from '../terminal/print-rows.ts';
import { printText } from '../terminal/print-text.ts';
import { terminalOf } from '../terminal/terminal.ts';
import { wrap } from '../terminal/wrap.ts';
import { openSession } from '../thread/open-session.ts';
import type { OpenedSession } from '../thread/open-session.ts';

const HELP = `toolthread inspect FILE [--json]

Counts what is in a file, without the files of its subagents: its records, calls
and results, and what became of every record: shown, folded into another, hidden
by a named rule, or malformed. "records" is the sum of shown, folded and hidden;
malformed lines are counted separately. "calls run elsewhere" are those that a
provider ran itself, or a person: "tool calls" are the others. "failed" counts
calls, as "sessions" does; "results marked as errors" counts results that the
file marks so: of calls that failed or were denied, and in some formats of calls
that were stopped. The exit code is 1 if the file is in no known format. Instead
of a file, the first letters of a session's id will do, or - for what is piped
into the command.

  --json   one JSON object

  toolthread inspect session.jsonl
  toolthread inspect session.jsonl --json | jq .hidden
`;

const OPTIONS = { json: { type: 'boolean' } } as const;

export const inspect: Command = fileCommand(
  { name: 'inspect', help: HELP, options: OPTIONS },
  async (path, { json }) => {
    const opened = await openSession(path, { alone: true, partsTurns: true });
    if (!opened.ok) return failure(opened.what, opened.whatToDo);
    const { session } = opened;
    const report = await reportOf(session);
    if (session.format !== undefined || json === true)
      await (json === true ? printText(`${JSON.stringify(report, undefined, 2)}\n`) : printForPeople(report));
    if (session.format !== undefined) return 0;
    const { records = 0, malformedLines = 0 } = report;
    return failure(
      `${path} is in no format that Toolthread knows.`,
      `It has ${countOf(Number(records), 'record')} of JSON and ${countOf(Number(malformedLines), 'other line')}. "toolthread open --help" names the formats.`,
    );
  },
);

async function printForPeople(report: { readonly [name: string]: Json }): Promise<void> {
  const terminal = terminalOf(process.stdout, process.env);
  await printRows(
    rowsOf(report).flatMap((row) => wrap(row, terminal)),
    terminal,
  );
}

const FIRST =
  'format title records malformedLines concatenatedLines toolCalls callsElsewhere answered unanswered orphanResults failed denied errors shown folded hidden malformed'.split(
    ' ',
  );

/** The counts of the format's reader; what it did not count is counted in the ledger. */
async function reportOf(session: OpenedSession): Promise<{ readonly [name: string]: Json }> {
  let counted = { toolCalls: 0, callsElsewhere: 0, unanswered: 0, orphanResults: 0, failed: 0, denied: 0 };
  let account: ThreadState['account'] | undefined;
  let anomalies: ThreadState['anomalies'] | undefined;
  let events = 0;
  for await (const piece of session.pieces()) {
    counted = addCounts(counted, piece.state);
    events += piece.events.length;
    ({ account, anomalies } = piece.state);
  }
  const { toolCalls, unanswered, failed, denied } = counted;
  const all = {
    title: session.title ?? null,
    ...counted,
    answered: toolCalls - unanswered,
    // A ledger does not say which results its source marked; formats that do are asked below.
    errors: failed + denied,
    ...(account === undefined ? {} : session.counts(account)),
    events,
    anomalies: anomalies?.count ?? 0,
  };
  const rank = (name: string): number => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length);
  return Object.fromEntries(Object.entries(all).sort(([a], [b]) => rank(a) - rank(b)));
}

interface Counted {
  readonly toolCalls: number;
  readonly callsElsewhere: number;
  readonly unanswered: number;
  readonly orphanResults: number;
  readonly failed: number;
  readonly denied: number;
}

function addCounts(before: Counted, state: ThreadState): Counted {
  let { toolCalls, callsElsewhere, unanswered, orphanResults, failed, denied } = before;
  for (const [, call] of state.calls.byPlace.entries()) {
    const status = callStatus(call);
    const isOurs = call.runs !== 'provider';
    if (isOurs) toolCalls += 1;
    else callsElsewhere += 1;
    if (isOurs && !isAnswered(call)) unanswered += 1;
    if (status === 'denied') denied += 1;
    if (status === 'failed') failed += 1;
  }
  for (const entry of state.log) if (entry.kind === 'orphan') orphanResults += 1;
  return { toolCalls, callsElsewhere, unanswered, orphanResults, failed, denied };
}

/** Whether the file has a result of it: also of one that was stopped. */
function isAnswered(call: Call): boolean {
  const result = callResult(call);
  if (result === undefined || callStatus(call) === 'lost') return false;
  return callStatus(call) !== 'interrupted' || result.parts.length > 0 || result.structured !== undefined;
}

function rowsOf(report: { readonly [name: string]: Json }): Line[] {
  const rows = Object.entries(report).map(([name, value]) => [labelOf(name), value] as const);
  const width = Math.max(...rows.map(([label]) => label.length)) + 2;
  return rows.flatMap(([name, value]) => {
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

const LABELS: { readonly [name: string]: string } = {
  concatenatedLines: 'lines with several records',
  orphanResults: 'results without a call',
  resultBeforeCall: 'results before their call',
  errors: 'results marked as errors',
  assistantMessageIds: 'messages of the model',
  nonContiguousMessageIds: 'messages with others between',
  mixedResultText: 'results with words beside them',
  listOutputs: 'outputs that are lists',
  events: 'events in the ledger',
  callsElsewhere: 'calls run elsewhere',
  malformed: 'why lines are malformed',
  parentID: 'parent id',
};

/** `labelOf('malformedLines') === 'malformed lines'`: the names of the JSON, as people write them. */
function labelOf(name: string): string {
  return LABELS[name] ?? name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
