import { homedir } from 'node:os';
import { timeline } from '@toolthread/core';
import { command } from '../command.ts';
import type { Command } from '../command.ts';
import { failure } from '../failure.ts';
import { listSessions } from '../sessions/list-sessions.ts';
import { skippedFiles } from '../sessions/skipped-files.ts';
import type { Skipped } from '../sessions/skipped-files.ts';
import type { SessionFile } from '../sessions/session-file.ts';
import { shortPath } from '../sessions/session-lines.ts';
import { BLANK, line, span } from '../terminal/line.ts';
import type { Line, Span } from '../terminal/line.ts';
import { printDrawn, printText } from '../terminal/print-text.ts';
import { progressOn } from '../terminal/progress.ts';
import { terminalOf } from '../terminal/terminal.ts';
import { wrap } from '../terminal/wrap.ts';
import { openSession } from '../thread/open-session.ts';
import type { OpenedSession } from '../thread/open-session.ts';
import { findWords } from './find-words.ts';
import { marksIn } from '@toolthread/core/lines';
import type { Found } from './find-words.ts';
import { mayHold } from './may-hold.ts';

const HELP = `toolthread search WORDS... [--limit N] [--json]

Finds words in every session on this computer, newest first: in what was said,
in calls with all of their arguments, in their results, and in the runs of
subagents. A file that cannot be read is named. All the words must be in the
same message, answer or call. Words in quotes stay together, on one line or on
several.

  --limit N   at most N places in a session (default: 3)
  --json      one JSON object for each place

  toolthread search parser upgrade
  toolthread search "exit code 137" --limit 1
`;

const OPTIONS = {
  limit: { type: 'string' },
  json: { type: 'boolean' },
} as const;

export const search: Command = command(
  { name: 'search', help: HELP, options: OPTIONS, takes: 'any words' },
  async ({ limit, json }, given) => {
    const words = given.map((word) => word.trim()).filter((word) => word !== '');
    if (words.length === 0) return failure('Which words?', 'toolthread search parser upgrade');
    const most = Number(limit ?? 3);
    if (!(most > 0))
      return failure(`--limit wants a number from 1 on, not "${limit}".`, 'toolthread search x --limit 1');
    const print = json === true ? printJson : printFound;
    let places = 0;
    const skipped = skippedFiles('searched');
    for await (const { file, title, found } of searchAll(words, most, skipped.add)) {
      await print(file, title, found, words, places === 0);
      places += found.length;
    }
    skipped.tell();
    if (places > 0) return 0;
    return failure(
      `Nothing holds ${words.map((word) => `"${word}"`).join(' and ')}.`,
      words.length > 1 ? 'Fewer words find more.' : 'toolthread sessions lists what is searched.',
    );
  },
);

interface Hit {
  readonly file: SessionFile;
  readonly title: string;
  readonly found: readonly Found[];
}

async function* searchAll(words: readonly string[], most: number, skipped: Skipped): AsyncIterable<Hit> {
  const progress = progressOn(process.stderr);
  const files = await listSessions(process.env, progress, skipped);
  for (const [place, file] of files.entries()) {
    progress.show(`searching ${place + 1} of ${files.length} sessions`);
    if (!mayHold(file.path, words)) continue;
    const opened = await openSession(file.path);
    if (!opened.ok) {
      skipped(file, opened);
      continue;
    }
    const found = await placesIn(opened.session, words, most);
    if (found.length === 0) continue;
    progress.clear();
    yield { file, title: opened.session.title ?? '(no title)', found };
  }
  progress.clear();
}

async function placesIn(session: OpenedSession, words: readonly string[], most: number): Promise<readonly Found[]> {
  const places: Found[] = [];
  for await (const piece of session.pieces()) {
    for (const found of findWords(timeline(piece).items, words)) {
      places.push(found);
      if (places.length === most) return places;
    }
  }
  return places;
}

async function printFound(
  file: SessionFile,
  title: string,
  found: readonly Found[],
  words: readonly string[],
  first: boolean,
): Promise<void> {
  const terminal = terminalOf(process.stdout, process.env);
  const home = process.env['HOME'] ?? homedir();
  const lines: Line[] = [
    ...(first ? [] : [BLANK]),
    line([span(title, 'strong')]),
    line([span(shortPath(file.path, home), 'faint')]),
    ...found.map(({ whose, around }) => line([span(`${whose}: `, 'accent'), ...marked(around, words)], 2, 2)),
  ];
  await printDrawn(`${lines.flatMap((row) => wrap(row, terminal)).join('\n')}\n`);
}

async function printJson(file: SessionFile, title: string, found: readonly Found[]): Promise<void> {
  const { agent, path } = file;
  await printText(found.map((place) => `${JSON.stringify({ agent, path, title, ...place })}\n`).join(''));
}

/** The text, with the words that were searched for highlighted. */
function marked(text: string, words: readonly string[]): Span[] {
  const spans: Span[] = [];
  let from = 0;
  for (const [start, end] of marksIn(text, words)) {
    spans.push(span(text.slice(from, start)), span(text.slice(start, end), 'found'));
    from = end;
  }
  return [...spans, span(text.slice(from))];
}
