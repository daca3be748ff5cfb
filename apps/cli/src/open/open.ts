import { timeline } from '@toolthread/core';
import type { LinesForm } from '@toolthread/core/lines';
import { formatSize } from '@toolthread/core/text';
import { agentNames } from '@toolthread/transcripts/agents';
import { command } from '../command.ts';
import type { Command } from '../command.ts';
import { failure } from '../failure.ts';
import { findSession } from '../sessions/find-session.ts';
import { pickSession } from '../sessions/pick-session.ts';
import { BLANK, line, span } from '../terminal/line.ts';
import type { Line } from '../terminal/line.ts';
import { inWords, paragraph } from '../terminal/paragraph.ts';
import { printRows } from '../terminal/print-rows.ts';
import { terminalOf } from '../terminal/terminal.ts';
import { wrapped } from '../terminal/wrap.ts';
import { drawThread } from '../thread/draw-thread.ts';
import { aboutSession, LARGE_BYTES, openSession } from '../thread/open-session.ts';
import type { OpenedSession, Piece } from '../thread/open-session.ts';
import { addCalls, NO_CALLS } from '../thread/event-facts.ts';
import { closingLines, headingLines, unseenLines } from '../thread/heading-lines.ts';
import { plainFileSize } from '../thread/stat-of.ts';
import { unseenBytes } from '../thread/unseen-bytes.ts';
import { unseenRecordLines } from '../thread/unseen-record-lines.ts';
import { follow } from './follow.ts';
import { newestPart } from './newest-part.ts';
import type { NewestPart } from './newest-part.ts';

const HELP = `toolthread open [FILE|ID] [--expand] [--full] [--follow] [--all]
toolthread open --last [...]

Shows a session in the terminal: what was said, what the tools did, when, with
which models, and how it ended. Instead of a file, the first letters of a
session's id will do; --last is the newest session on this computer, and - is
what is piped into the command. Without any of them, a terminal lists the newest
sessions and asks which one is meant.

  --expand   show every call with its result; long ones are cut, and say so
  --full     show everything: whole arguments and results, reasoning, the
             summaries of compactions, and below the turns what is not in
             them: every record that a rule hides, with the rule's name, texts
             that were left out of others, and lines that cannot be read
  --follow   keep showing what is added to the file, or to the session inside
             of a database, until Ctrl-C; tool calls of a group that goes on
             are below "… continued"; what subagents wrote in files of their
             own comes at the end
  --all      show all of a very large file; without it, a terminal shows the
             newest turns, and a pipe gets everything
  --last     the newest session of all agents on this computer

What does not fit into the window is shown in a pager: less, or what PAGER
names; PAGER=cat shows it without one.

${paragraph(
  `Reads sessions of ${inWords(agentNames, 'and')}; lists of messages in the forms of Anthropic, OpenAI and the AI SDK; stored chats with calls in their text; and ledgers. To open one session of opencode's data, or one thread of Toolthread's own ledger.db, add # and its id to the path.`,
)}

  toolthread open --last
  toolthread open 5f0c --expand
  toolthread open ~/.codex/sessions/2026/08/22/rollout-2026-08-22T10-00.jsonl
  toolthread open session.jsonl --full | less -R
  toolthread open ~/.local/share/opencode#ses_4f2
`;

const OPTIONS = {
  expand: { type: 'boolean' },
  full: { type: 'boolean' },
  follow: { type: 'boolean', short: 'f' },
  all: { type: 'boolean' },
  last: { type: 'boolean' },
} as const;

export const open: Command = command(
  { name: 'open', help: HELP, options: OPTIONS },
  async (options, [given, ...others]) => {
    if (others.length > 0)
      return failure(`One file at a time: ${others.length + 1} were given.`, 'toolthread open FILE');
    if (given === '-' && options.follow === true)
      return failure('What is piped cannot be followed.', 'Give the file of the session.');
    const found =
      given === undefined && options.last !== true
        ? await pickSession()
        : await findSession(options.last === true ? undefined : given);
    if (found === undefined)
      return failure('Which file?', 'toolthread open FILE, or --last; "toolthread sessions" lists what there is.');
    if ('what' in found) return failure(found.what, found.whatToDo);
    const form = options.full === true ? 'whole' : options.expand === true ? 'expanded' : 'collapsed';
    if (options.follow === true) return follow(found.path, form);
    return show(found.path, form, options.all === true);
  },
);

async function show(path: string, form: LinesForm, all: boolean): Promise<number> {
  const terminal = terminalOf(process.stdout, process.env);
  const newest = terminal.interactive && !all ? newestOfLarge(path, form) : undefined;
  const opened =
    newest === undefined ? await openSession(path, { keep: form === 'whole' ? 'all' : 'unknown' }) : undefined;
  if (opened?.ok === false) return failure(opened.what, opened.whatToDo);
  const lines = opened === undefined ? (newest ?? []) : sessionLines(opened.session, form);
  await printRows(rowsOf(lines), terminal);
  return 0;

  async function* rowsOf(drawn: Iterable<Line> | AsyncIterable<Line>): AsyncIterable<string> {
    for await (const row of drawn) yield* wrapped(row, terminal);
  }
}

async function* sessionLines(session: OpenedSession, form: LinesForm): AsyncIterable<Line> {
  let calls = NO_CALLS;
  let unseen = 0;
  let first = true;
  let account;
  for await (const piece of session.pieces()) {
    const heading = first ? headingLines(aboutSession(session, piece.state)) : [];
    yield* heading;
    if (!first || heading.length > 0) yield BLANK;
    yield* pieceLines(piece, form, session.title);
    first = false;
    calls = addCalls(calls, piece.state);
    unseen += unseenBytes(timeline(piece).items, form);
    account = piece.state.account;
  }
  if (account === undefined) return;
  yield BLANK;
  yield* closingLines(calls, session.facts, account, { bytes: unseen, form });
}

function* pieceLines(piece: Piece, form: LinesForm, title: string | undefined): Iterable<Line> {
  const { items } = timeline(piece);
  yield* drawThread(items, form);
  if (form === 'whole') yield* unseenRecordLines(piece.events, items, title);
}

/** Each line is drawn when it is asked for: the first ones are on the screen before the last ones are made. */
function newestOfLarge(path: string, form: LinesForm): Iterable<Line> | undefined {
  const size = plainFileSize(path) ?? 0;
  const newest = size > LARGE_BYTES ? newestPart(path, size) : undefined;
  return newest === undefined ? undefined : newestLines(newest, form);
}

function* newestLines({ about, items, skipped }: NewestPart, form: LinesForm): Iterable<Line> {
  yield* headingLines(about);
  const words = `The newest turns; ${formatSize(skipped)} before them are not drawn. --all draws everything.`;
  yield line([span(words, 'careful')]);
  yield BLANK;
  yield* drawThread(items, form);
  yield BLANK;
  yield* unseenLines({ bytes: unseenBytes(items, form), form });
}
