import { statSync } from 'node:fs';
import { timeline } from '@toolthread/core';
import { formatSize } from '@toolthread/core/text';
import { fileCommand } from '../command.ts';
import type { Command } from '../command.ts';
import { failure } from '../failure.ts';
import { BLANK, line, span } from '../terminal/line.ts';
import type { Line } from '../terminal/line.ts';
import { printRows } from '../terminal/print-rows.ts';
import { terminalOf } from '../terminal/terminal.ts';
import { wrap } from '../terminal/wrap.ts';
import { drawThread } from '../thread/draw-thread.ts';
import { readThread } from '../thread/read-thread.ts';
import { threadFacts } from '../thread/thread-facts.ts';
import { accountLines, headingLines } from '../thread/heading-lines.ts';
import { follow } from './follow.ts';
import { newestPart } from './newest-part.ts';

const HELP = `toolthread open FILE [--expand] [--follow] [--all]

Shows a session in the terminal: what was said, what the tools did, and how it
ended.

  --expand   show every call with its result
  --follow   keep showing what is added to the file, until Ctrl-C
  --all      show all of a very large file; without it, a terminal shows the
             newest turns, and a pipe gets everything

Reads sessions of Claude Code, Codex, opencode, pi, Gemini CLI and Cline, lists
of messages in the forms of Anthropic, OpenAI and the AI SDK, stored chats with
calls in their text, and ledgers. To open one session of opencode's data, or one
thread of Toolthread's own ledger.db, add # and its id to the path.

  toolthread open ~/.codex/sessions/2026/08/22/rollout-2026-08-22T10-00.jsonl
  toolthread open session.jsonl --expand | less -R
  toolthread open ~/.local/share/opencode#ses_4f2
`;

/** A larger file is not read whole before a person sees anything. */
const LARGE_BYTES = 32 * 1024 * 1024;

const OPTIONS = {
  expand: { type: 'boolean', default: false },
  follow: { type: 'boolean', short: 'f' },
  all: { type: 'boolean' },
} as const;

export const open: Command = fileCommand(
  { name: 'open', help: HELP, options: OPTIONS },
  async (path, { expand, follow: follows, all }) => {
    if (follows === true) return follow(path, expand);
    const terminal = terminalOf(process.stdout, process.env);
    const newest = terminal.interactive && all !== true ? newestOfLarge(path, expand) : undefined;
    const drawn = newest ?? (await whole(path, expand));
    if ('what' in drawn) return failure(drawn.what, drawn.whatToDo);
    await printRows(
      [...drawn].flatMap((row) => wrap(row, terminal)),
      terminal,
    );
    return 0;
  },
);

async function whole(path: string, expanded: boolean): Promise<Iterable<Line> | { what: string; whatToDo: string }> {
  const read = await readThread(path);
  if (!read.ok) return read;
  const { state, title, events } = read.thread;
  return [
    ...apart(headingLines(state, title, threadFacts(state, events))),
    ...drawThread(timeline(read.thread).items, expanded),
    BLANK,
    ...accountLines(state),
  ];
}

function newestOfLarge(path: string, expanded: boolean): Line[] | undefined {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  const newest = size > LARGE_BYTES ? newestPart(path, size) : undefined;
  if (newest === undefined) return undefined;
  const words = `The newest turns; ${formatSize(newest.skipped)} before them are not drawn. --all draws everything.`;
  return [line([span(words, 'careful')]), BLANK, ...drawThread(newest.items, expanded)];
}

function apart(lines: readonly Line[]): readonly Line[] {
  return lines.length === 0 ? [] : [...lines, BLANK];
}
