import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { timeline, writeLedger } from '@toolthread/core';
import { linesOf } from '@toolthread/core/lines';
import type { LinesForm } from '@toolthread/core/lines';
import { visible } from '@toolthread/core/text';
import { arbitraryHistory } from '@toolthread/core/testing';
import { readTranscript, tailTranscript } from '@toolthread/transcripts';
import type { TranscriptOptions } from '@toolthread/transcripts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ClaudeSession } from '../../test/claude-session.ts';
import { mixed, RUNS } from '../../test/mixed-runs.ts';
import { span } from '../terminal/line.ts';
import type { Line } from '../terminal/line.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { wrap } from '../terminal/wrap.ts';
import { drawThread } from '../thread/draw-thread.ts';
import { addCalls, eventFacts, NO_CALLS } from '../thread/event-facts.ts';
import { closingLines, headingLines } from '../thread/heading-lines.ts';
import { aboutSession, wholeSession } from '../thread/open-session.ts';
import { unseenBytes } from '../thread/unseen-bytes.ts';
import { unseenRecordLines } from '../thread/unseen-record-lines.ts';
import { FollowedThread } from './followed-thread.ts';

const FIXTURES = join(import.meta.dirname, '../../../../packages/transcripts/fixtures');
/** Sessions that are not ours to give away: whoever has them names their folder. */
const REAL = process.env['TOOLTHREAD_TRANSCRIPTS'] ?? '';
const files = [FIXTURES, ...(REAL === '' ? [] : [REAL])].flatMap((cwd) =>
  globSync(['*/*.jsonl', '*/*/*.jsonl'], { cwd }).map((name) => [name, join(cwd, name)] as const),
);

const documents = [FIXTURES, ...(REAL === '' ? [] : [REAL])].flatMap((cwd) =>
  globSync('opencode/*.json', { cwd }).map((name) => [name, join(cwd, name)] as const),
);

const NEWLINE = 10;
const FORMS = ['collapsed', 'expanded', 'whole'] as const;
const PIPE: Terminal = { columns: Infinity, rows: 24, colours: false, interactive: false };
/** Wide, so that what moves further in is cut at the same places. */
const WINDOW: Terminal = { ...PIPE, interactive: true };

/** What is in a window in the end, with all that has left it at its top. */
class TestScreen {
  rows: string[] = [''];
  readonly #terminal: Terminal;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  terminal(): Terminal {
    return this.#terminal;
  }

  print(text: string): void {
    const up = /^␛\[(\d+)A␛\[J$/.exec(visible(text))?.[1];
    if (up !== undefined) this.rows.splice(-1 - Number(up), Infinity, '');
    else {
      const [first = '', ...rest] = text.split('\n');
      this.rows.push(`${this.rows.pop() ?? ''}${first}`, ...rest);
    }
  }
}

interface Watching {
  readonly form: LinesForm;
  readonly terminal: Terminal;
  /** Where the file was cut, and how often it was looked at before it went on. */
  readonly pieces: readonly { readonly end: number; readonly looks: number }[];
  /** What `follow` ends with: what it has read, or the file read again. */
  readonly ending: 'tail' | 'read anew';
}

interface Followed {
  readonly rows: readonly string[];
  /** What the session was called meanwhile. */
  readonly titles: ReadonlySet<string | undefined>;
}

function optionsOf(path: string | undefined, { form }: Watching): TranscriptOptions {
  return { ...(path === undefined ? {} : { path }), keep: form === 'whole' ? 'all' : 'unknown' };
}

function followed(bytes: Uint8Array, path: string | undefined, watching: Watching): Followed {
  const { form, terminal, pieces, ending } = watching;
  const screen = new TestScreen(terminal);
  const tail = tailTranscript(optionsOf(path, watching));
  const thread = new FollowedThread(form, screen);
  const titles = new Set<string | undefined>();
  let from = 0;
  for (const { end, looks } of [...pieces, { end: bytes.length, looks: 0 }]) {
    if (end > from) tail.push(bytes.subarray(from, end));
    for (let look = 0; look < looks; look += 1) thread.look(tail, look === 0);
    from = Math.max(from, end);
    titles.add(tail.title);
  }
  tail.end();
  thread.leave(ending === 'tail' ? tail : readTranscript(bytes, optionsOf(path, watching)));
  return { rows: screen.rows, titles };
}

/** As `toolthread open` prints it, but for the facts above the turns. */
function opened(bytes: Uint8Array, path: string | undefined, watching: Watching): string[] {
  const { form, terminal } = watching;
  const read = readTranscript(bytes, optionsOf(path, watching));
  const { events, state, title } = read;
  const { items } = timeline(read);
  const lines: Line[] = [
    ...headingLines(aboutSession(wholeSession(read), state)).slice(0, title === undefined ? 0 : 1),
    ...drawThread(items, form),
    ...(form === 'whole' ? unseenRecordLines(events, items, title) : []),
    ...closingLines(addCalls(NO_CALLS, state), eventFacts(events), state.account, {
      bytes: unseenBytes(items, form),
      form,
    }),
  ];
  return lines.flatMap((row) => wrap(row, terminal));
}

function watchingOf(length: number): fc.Arbitrary<Watching> {
  const end = fc.oneof({ weight: 6, arbitrary: fc.nat(length) }, { weight: 1, arbitrary: fc.constant(length) });
  const piece = fc.record({ end, looks: fc.nat(7) });
  return fc.record({
    form: fc.constantFrom(...FORMS),
    terminal: fc.constantFrom(PIPE, WINDOW),
    pieces: fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.sort((a, b) => a.end - b.end)),
    ending: fc.constantFrom('tail' as const, 'read anew' as const),
  });
}

/** What says only that something is below it. */
const HEAD = /🔧 (\d+) tool calls?|^Working ·|^Reasoning$|^Thinking…$/;

function counted(rows: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const row of rows) {
    const words = row.trim();
    if (words !== '' && !HEAD.test(words)) counts.set(words, (counts.get(words) ?? 0) + 1);
  }
  return counts;
}

/** How often each row was printed too rarely. */
function missing(printed: readonly string[], wanted: readonly string[]): [string, number][] {
  const there = counted(printed);
  return [...counted(wanted)]
    .map(([row, count]): [string, number] => [row, count - (there.get(row) ?? 0)])
    .filter(([, count]) => count > 0);
}

/** Rows of `open` that were printed too often. Heads may be, of what is printed in parts. */
function repeated({ rows, titles }: Followed, wanted: readonly string[]): [string, number][] {
  const known = counted(wanted);
  const isHead = (row: string): boolean => titles.has(row) || row.startsWith('↳');
  return missing(wanted, rows).filter(([row]) => known.has(row) && !isHead(row));
}

function expectAllOnce(bytes: Uint8Array, watching: Watching): void {
  const [printed, wanted] = [followed(bytes, undefined, watching), opened(bytes, undefined, watching)];
  const found = { watching, missing: missing(printed.rows, wanted), repeated: repeated(printed, wanted) };
  expect(found).toEqual({ watching, missing: [], repeated: [] });
}

interface Stored {
  readonly info: { readonly id: string; readonly [name: string]: unknown };
  readonly parts: readonly {
    readonly type: string;
    readonly text?: string;
    readonly state?: { metadata?: { sessionId?: string } };
  }[];
}

interface Document {
  readonly info: { readonly id: string };
  readonly messages: readonly Stored[];
  readonly children?: readonly Omit<Document, 'children'>[];
}

/** The session as its rows were after so many changes: a part comes, is finished; a message is finished. */
function grown({ info, messages, children = [] }: Document, changes: number): object {
  let left = changes;
  const begun: object[] = [];
  const change = (): boolean => left > 0 && (left -= 1) >= 0;
  const messagesOf = (all: readonly Stored[]): object[] =>
    all.flatMap((message) => {
      const parts = message.parts.flatMap((part) => {
        if (!change()) return [];
        const child = children.find((one) => one.info.id === part.state?.metadata?.sessionId);
        if (child !== undefined) begun.push({ info: child.info, messages: messagesOf(child.messages) });
        const { text = '', state } = part;
        const half = {
          text: text.slice(0, text.length / 2),
          state: { ...state, status: 'running', output: undefined },
        };
        return [change() ? part : { ...part, ...half }];
      });
      const open = { ...message.info, time: { created: 1 }, finish: undefined, error: undefined, tokens: undefined };
      return parts.length === 0 ? [] : [{ info: change() ? message.info : open, parts }];
    });
  return { info, messages: messagesOf(messages), children: begun };
}

function callsIn(rows: readonly string[]): number {
  return rows.reduce((sum, row) => sum + Number(HEAD.exec(row)?.[1] ?? 0), 0);
}

describe('[L4] what --follow prints is what open prints, whatever the pauses and cuts', () => {
  it.each(files)('%s', (_, path) => {
    const bytes = readFileSync(path);
    const { events } = readTranscript(bytes, { path });
    // What is taken back later stays on the screen.
    const isRewound = events.some(({ type }) => type === 'thread.rewound');
    fc.assert(
      fc.property(watchingOf(bytes.length), (watching) => {
        const [printed, wanted] = [followed(bytes, path, watching), opened(bytes, path, watching)];
        expect(missing(printed.rows, wanted)).toEqual([]);
        // A result that comes before its call is shown alone, then with it.
        if (isRewound || printed.rows.includes('Result without its call')) return;
        expect(repeated(printed, wanted)).toEqual([]);
        expect(callsIn(printed.rows)).toBe(callsIn(wanted));
      }),
      { numRuns: 6 },
    );
  });

  it.each(files.filter(([, path]) => statSync(path).size < 20_000))(
    'soon, into a pipe: every call of %s',
    (_, path) => {
      const screen = new TestScreen(PIPE);
      const tail = tailTranscript({ path });
      const thread = new FollowedThread('expanded', screen);
      for (const record of readFileSync(path, 'utf8').split(/(?<=\n)/)) {
        tail.push(Buffer.from(record));
        for (let look = 0; look < 6; look += 1) thread.look(tail, look === 0);
        const printed = counted(screen.rows);
        const settled = [...linesOf(timeline(tail).items, 'expanded')].filter(
          ({ kind, state, indent }) => kind === 'call' && indent === 2 && (state === 'done' || state === 'failed'),
        );
        const rows = settled.map(({ spans }) => span(spans.map(({ text }) => text).join('')).text);
        expect(rows.filter((row) => !printed.has(row.trim()))).toEqual([]);
      }
    },
  );

  it.each(Object.entries(RUNS))('[strangers 5] %s, one after the other', (_, runs) => {
    const bytes = Buffer.from(`${runs.flat().join('\n')}\n`);
    const ends = [...bytes.keys()].map((at) => at + 1).filter((end) => bytes[end - 1] === NEWLINE);
    const slowly = ends.map((end) => ({ end, looks: 6 }));
    for (const form of FORMS)
      for (const terminal of [PIPE, WINDOW])
        for (const pieces of [slowly, slowly.slice(-1)])
          expectAllOnce(bytes, { form, terminal, pieces, ending: 'read anew' });
  });

  it.each(Object.entries(RUNS))('[strangers 5] %s, in any order', (_, runs) => {
    const anyCase = fc.array(fc.nat(11), { minLength: 20 }).chain((picks) => {
      const bytes = Buffer.from(`${mixed(runs, picks).join('\n')}\n`);
      return fc.record({ bytes: fc.constant(bytes), watching: watchingOf(bytes.length) });
    });
    fc.assert(
      fc.property(anyCase, ({ bytes, watching }) => {
        expect(missing(followed(bytes, undefined, watching).rows, opened(bytes, undefined, watching))).toEqual([]);
      }),
      { numRuns: 20 },
    );
  });

  it.each(documents)('[issue 11] of a session inside of opencode’s database: %s', (_, path) => {
    const document: Document = JSON.parse(readFileSync(path, 'utf8'));
    const bytes = Buffer.from(JSON.stringify(document));
    const most = 2 * bytes.toString().split('"type":').length;
    fc.assert(
      fc.property(watchingOf(most), (watching) => {
        const screen = new TestScreen(watching.terminal);
        const thread = new FollowedThread(watching.form, screen);
        const options = { ...optionsOf(undefined, watching), format: 'opencode' } as const;
        for (const { end, looks } of watching.pieces) {
          const seen = readTranscript(JSON.stringify(grown(document, end)), { ...options, goesOn: true });
          for (let look = 0; look < looks; look += 1) thread.look(seen, look === 0);
        }
        thread.leave(readTranscript(bytes, options));
        const wanted = opened(bytes, undefined, watching);
        expect(missing(screen.rows, wanted)).toEqual([]);
        expect(callsIn(screen.rows)).toBe(callsIn(wanted));
      }),
      { numRuns: 10 },
    );
  });

  it('[strangers 5] the facts above the turns stand there once; at the end, only what is new in them', () => {
    const session = new ClaudeSession().user('one').says('first').user('two');
    const later = session.text
      .replaceAll('m-1', 'm-2')
      .replaceAll('"main-', '"more-')
      .replaceAll('msg_main', 'msg_more');
    const bytes = Buffer.from(session.text + later);
    const facts = (pieces: Watching['pieces']): string[] =>
      followed(bytes, undefined, { form: 'collapsed', terminal: PIPE, pieces, ending: 'tail' }).rows.filter((row) =>
        /claude-code|… now/.test(row),
      );
    const early = Buffer.byteLength(session.text);
    expect(facts([{ end: early, looks: 6 }])).toEqual([
      expect.stringMatching(/^claude-code · \/home\/me\/parser · m-1 · /),
      '… now: m-1, m-2',
    ]);
    expect(facts([{ end: bytes.length, looks: 6 }])).toEqual([expect.stringContaining(' · m-1, m-2 · ')]);
    expect(facts([])).toEqual([expect.stringContaining(' · m-1, m-2 · ')]);
  });

  it.each(FORMS)('[issue 11] [L3] a call that is told to have failed after it was printed says so: %s', (form) => {
    const session = new ClaudeSession()
      .user('Weave.')
      .calls('c1', 'Bash', { command: 'make' })
      .result('c1', 'Command running in background with ID: b1')
      .says('It runs.')
      .user('And now?');
    const early = Buffer.byteLength(session.text);
    session
      .user('<task-notification>\n<task-id>b1</task-id>\n<status>failed</status>\n</task-notification>')
      .calls('c2', 'Bash', { command: 'make' })
      .result('c2', 'Woven.')
      .says('Done.');
    const bytes = Buffer.from(session.text);
    for (const terminal of [PIPE, WINDOW]) {
      const pieces = [early, bytes.length].map((end) => ({ end, looks: 6 }));
      const { rows } = followed(bytes, undefined, { form, terminal, pieces, ending: 'tail' });
      const heads = rows.filter((row) => /↻|🔧/.test(row)).map((row) => row.replace(/ \((?:show|hide) details\)/, ''));
      expect(heads).toEqual([
        '🔧 1 tool call',
        '↻ Failed later: 1 call above.',
        '🔧 1 tool call · 1 failed',
        '🔧 1 tool call',
      ]);
    }
  });

  it('any history', () => {
    const anyCase = arbitraryHistory({}).chain((events) => {
      const bytes = Buffer.from(writeLedger(events));
      return fc.record({ bytes: fc.constant(bytes), watching: watchingOf(bytes.length) });
    });
    fc.assert(
      fc.property(anyCase, ({ bytes, watching }) => {
        expect(missing(followed(bytes, undefined, watching).rows, opened(bytes, undefined, watching))).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });
});
