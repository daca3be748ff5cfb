import { homedir } from 'node:os';
import type { AskedSearch } from '@toolthread/core/lines';
import { countOf, english, shortPath } from '@toolthread/core/text';
import { askedSearch, marksIn, THREADS_AGENT } from '@toolthread/core/lines';
import { dayBegin } from '@toolthread/server';
import { command } from '../command.ts';
import type { Command } from '../command.ts';
import { failure } from '../failure.ts';
import { dataInUse } from '../data-folder.ts';
import { listSessions, newest } from '../sessions/list-sessions.ts';
import { skippedFiles } from '../sessions/skipped-files.ts';
import type { Skipped } from '../sessions/skipped-files.ts';
import { BLANK, line, span } from '../terminal/line.ts';
import type { Line, Span } from '../terminal/line.ts';
import { printDrawn, printProblem, printText } from '../terminal/print-text.ts';
import { progressOn } from '../terminal/progress.ts';
import { terminalOf } from '../terminal/terminal.ts';
import { wrap } from '../terminal/wrap.ts';
import { openSession } from '../thread/open-session.ts';
import type { OpenedSession } from '../thread/open-session.ts';
import { findWords, hasPart } from './find-words.ts';
import type { Found } from './find-words.ts';
import { mayHold } from './may-hold.ts';
import { ownHits } from './own-hits.ts';
import { sessionTexts } from './session-texts.ts';

const HELP = `toolthread search [WORDS...] [--tool NAME] [--outcome OUTCOME]
                  [--author NAME] [--agent NAME] [--since DAY] [--until DAY]
                  [--limit N] [--data DIR] [--json]

Finds words in all threads of the server and in every session on this computer,
newest first: in what was said, in calls with all of their arguments, in their
results, and in the runs of subagents. Records that a rule hides, and lines that
cannot be read, are not searched: "toolthread open FILE --full" shows them. A
file that cannot be read is named. All the words must be in the same message,
answer or call. Words in quotes stay together, on one line or on several.

  --tool NAME         only in calls of this tool; a part of its name is enough,
                      or what it does: shell, read, write, edit, search, fetch
  --outcome OUTCOME   only in calls that ended so: done, failed, denied,
                      interrupted, skipped or lost
  --author NAME       only in messages of this person, or of you
  --agent NAME        only in threads and sessions of this agent
  --since DAY         only what was said on this day or later: 2026-11-01
  --until DAY         only what was said on this day or before
  --limit N           at most N places in a thread or session (default: 3)
  --data DIR          the server's data folder (default: that of serve)
  --json              one JSON object for each place

  toolthread search parser upgrade
  toolthread search "exit code 137" --limit 1
  toolthread search --tool shell --outcome failed --since 2026-11-01
`;

const OPTIONS = {
  tool: { type: 'string' },
  outcome: { type: 'string' },
  author: { type: 'string' },
  agent: { type: 'string' },
  since: { type: 'string' },
  until: { type: 'string' },
  data: { type: 'string' },
  limit: { type: 'string' },
  json: { type: 'boolean' },
} as const;

const A_DAY = 'a day like 2026-11-01';
const WANTED: { readonly [option: string]: string } = {
  since: A_DAY,
  until: A_DAY,
  outcome: 'done, failed, denied, interrupted, skipped or lost',
};

export const search: Command = command(
  { name: 'search', help: HELP, options: OPTIONS, takes: 'any words' },
  async ({ limit, json, data, ...filters }, given) => {
    const words = given.map((word) => word.trim()).filter((word) => word !== '');
    const asked: AskedSearch = { words, ...filters };
    for (const [option, value] of Object.entries(filters))
      if (!(option in askedSearch(`${option}:"${value}"`)))
        return failure(`--${option} needs ${WANTED[option] ?? 'a name'}, not "${value}".`, 'toolthread search --help');
    if (words.length === 0 && Object.keys(filters).length === 0)
      return failure('Which words?', 'toolthread search parser upgrade');
    const most = Number(limit ?? 3);
    if (!(most > 0))
      return failure(`--limit needs a number from 1 on, not "${limit}".`, 'toolthread search x --limit 1');
    const print = json === true ? printJson : printFound;
    let places = 0;
    const used = await dataInUse(data, process.env);
    // Who has never run a server has no threads, but may have sessions.
    if (!used.ok && data !== undefined) return failure(used.what, used.whatToDo);
    const own = used.ok ? await ownHits(used.data, { asked, most, env: process.env }) : [];
    if (typeof own === 'string') await printProblem(`Own threads are not searched: ${own}`);
    for (const { thread, title, found } of typeof own === 'string' ? [] : own) {
      await print({ agent: THREADS_AGENT, thread, title, found }, words, places === 0);
      places += found.length;
    }
    const skipped = skippedFiles('searched');
    for await (const hit of searchAll(asked, most, skipped.add)) {
      await print(hit, words, places === 0);
      places += hit.found.length;
    }
    skipped.tell();
    if (places > 0) return 0;
    return failure(
      words.length === 0 ? 'Nothing is so.' : `Nothing holds ${words.map((word) => `"${word}"`).join(' and ')}.`,
      asOption(words) ?? (words.length > 1 ? 'Fewer words find more.' : 'toolthread sessions lists what is searched.'),
    );
  },
);

/** What is a filter on the page is an option here. */
function asOption(words: readonly string[]): string | undefined {
  for (const word of words) {
    const filter = Object.entries(askedSearch(word)).find(([name]) => name !== 'words');
    if (filter !== undefined) return `Here a filter is an option: toolthread search --${filter.join(' ')}`;
  }
  return undefined;
}

/** Of a session, or of a thread of one's own. */
interface Hit {
  readonly agent: string;
  readonly path?: string;
  readonly thread?: string;
  readonly title: string;
  readonly found: readonly Found[];
}

async function* searchAll(asked: AskedSearch, most: number, skipped: Skipped): AsyncIterable<Hit> {
  const [from, to] = [dayBegin(asked.since) ?? 0, dayBegin(asked.until, 1) ?? Infinity];
  const progress = progressOn(process.stderr);
  const files = await listSessions(process.env, progress, skipped);
  for (const [place, file] of files.entries()) {
    progress.show(`searching ${english.number(place + 1)} of ${countOf(files.length, 'session')}`);
    if (!hasPart(file.agent, asked.agent) || newest(file) < from || newest(file) >= to) continue;
    if (!mayHold(file, asked.words)) continue;
    const opened = await openSession(file.path);
    if (!opened.ok) {
      skipped(file, opened);
      continue;
    }
    const found = await placesIn(opened.session, asked, most);
    if (found.length === 0) continue;
    progress.clear();
    yield { agent: file.agent, path: file.path, title: opened.session.title ?? '(no title)', found };
  }
  progress.clear();
}

async function placesIn(session: OpenedSession, asked: AskedSearch, most: number): Promise<readonly Found[]> {
  const places: Found[] = [];
  for await (const piece of session.pieces()) {
    for (const found of findWords(sessionTexts(piece), asked)) {
      places.push(found);
      if (places.length === most) return places;
    }
  }
  return places;
}

async function printFound(
  { path, thread, title, found }: Hit,
  words: readonly string[],
  first: boolean,
): Promise<void> {
  const terminal = terminalOf(process.stdout, process.env);
  const home = process.env['HOME'] ?? homedir();
  const lines: Line[] = [
    ...(first ? [] : [BLANK]),
    line([span(title, 'strong')]),
    line([span(path === undefined ? `thread ${thread}` : shortPath(path, home), 'faint')]),
    ...found.map(({ whose, version, around }) => {
      const left = version === undefined ? [] : [span('An earlier version: ', 'faint')];
      return line([span(`${whose}: `, 'accent'), ...left, ...marked(around, words)], 2, 2);
    }),
  ];
  await printDrawn(`${lines.flatMap((row) => wrap(row, terminal)).join('\n')}\n`);
}

async function printJson({ found, ...hit }: Hit): Promise<void> {
  await printText(found.map((place) => `${JSON.stringify({ ...hit, ...place })}\n`).join(''));
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
