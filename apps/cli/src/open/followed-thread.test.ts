import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { timeline, writeLedger } from '@toolthread/core';
import { linesOf } from '@toolthread/core/lines';
import type { LinesForm } from '@toolthread/core/lines';
import { visible } from '@toolthread/core/text';
import { arbitraryHistory } from '@toolthread/core/testing';
import { readTranscript, tailTranscript } from '@toolthread/transcripts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
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

const PIPE: Terminal = { columns: Infinity, rows: 24, colours: false, interactive: false };
/** Wide, so that what moves further in is cut at the same places. */
const WINDOW: Terminal = { ...PIPE, interactive: true };

/** What stands in a window in the end, with all that has left it at its top. */
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
}

interface Followed {
  readonly rows: readonly string[];
  /** What the session was called meanwhile. */
  readonly titles: ReadonlySet<string | undefined>;
}

function followed(bytes: Uint8Array, path: string | undefined, { form, terminal, pieces }: Watching): Followed {
  const screen = new TestScreen(terminal);
  const tail = tailTranscript({ ...(path === undefined ? {} : { path }), keep: form === 'whole' ? 'all' : 'unknown' });
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
  thread.leave(tail);
  return { rows: screen.rows, titles };
}

/** As `toolthread open` prints it. */
function opened(bytes: Uint8Array, path: string | undefined, { form, terminal }: Watching): string[] {
  const read = readTranscript(bytes, {
    ...(path === undefined ? {} : { path }),
    keep: form === 'whole' ? 'all' : 'unknown',
  });
  const { events, state, title } = read;
  const { items } = timeline(read);
  const lines: Line[] = [
    ...headingLines(aboutSession(wholeSession(read), state)),
    ...drawThread(items, form),
    ...(form === 'whole' ? unseenRecordLines(events, items, title) : []),
    ...closingLines(addCalls(NO_CALLS, state), eventFacts(events), state.account, unseenBytes(items, form)),
  ];
  return lines.flatMap((row) => wrap(row, terminal));
}

function watchingOf(length: number): fc.Arbitrary<Watching> {
  const piece = fc.record({ end: fc.nat(length), looks: fc.nat(7) });
  return fc.record({
    form: fc.constantFrom('collapsed' as const, 'expanded' as const, 'whole' as const),
    terminal: fc.constantFrom(PIPE, WINDOW),
    pieces: fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.sort((a, b) => a.end - b.end)),
  });
}

/** What says only that something stands below it. */
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

/** Rows of `open` that were printed too often. Heads may be, of what is printed in parts; and a call may come after its result. */
function repeated({ rows, titles }: Followed, wanted: readonly string[]): [string, number][] {
  const known = counted(wanted);
  const isHead = (row: string): boolean => titles.has(row) || /^↳|^Result without its call$/.test(row);
  return missing(wanted, rows).filter(([row]) => known.has(row) && !isHead(row));
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
        if (isRewound) return;
        expect(repeated(printed, wanted)).toEqual([]);
        expect(callsIn(printed.rows)).toBe(callsIn(wanted));
      }),
      { numRuns: 15 },
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

  it('any history', () => {
    const anyCase = arbitraryHistory({}).chain((events) => {
      const bytes = Buffer.from(writeLedger(events));
      return fc.record({ bytes: fc.constant(bytes), watching: watchingOf(bytes.length) });
    });
    fc.assert(
      fc.property(anyCase, ({ bytes, watching }) => {
        expect(missing(followed(bytes, undefined, watching).rows, opened(bytes, undefined, watching))).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });
});
