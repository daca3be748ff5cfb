import { callStatus, foldAll, foldThread, newThread, parseLedger, timeline, threadOf } from '@toolthread/core';
import type { EventDraft, LedgerEvent, Thread } from '@toolthread/core';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { wrap } from '../terminal/wrap.ts';
import { drawThread } from './draw-thread.ts';
import { addCalls, eventFacts, NO_CALLS } from './event-facts.ts';
import { accountLines, factLines, headingLines } from './heading-lines.ts';

const GOLDEN = join(import.meta.dirname, '../../../../packages/core/fixtures');
const golden = (name: string): readonly LedgerEvent[] =>
  parseLedger(readFileSync(join(GOLDEN, `${name}.jsonl`), 'utf8')).events;
const names = globSync('*.jsonl', { cwd: GOLDEN }).map((file) => basename(file, '.jsonl'));

const WIDE = { columns: Infinity, colours: false };
const drawn = (events: readonly LedgerEvent[], expanded: boolean, terminal = WIDE): string =>
  drawnThread(threadOf(events), expanded, terminal);
const drawnThread = (thread: Thread, expanded: boolean, terminal = WIDE): string =>
  [...drawThread(timeline(thread).items, expanded ? 'expanded' : 'collapsed')]
    .flatMap((row) => wrap(row, terminal))
    .join('\n');

describe.each(names)('golden ledger %s', (name) => {
  const events = golden(name);

  it('[L3] a call that did not end well says so: each on its line, all of them in the header', () => {
    const state = foldAll(events);
    const statuses = [...state.calls.byPlace.entries()].map(([, call]) => callStatus(call));
    for (const status of ['failed', 'denied', 'interrupted', 'skipped', 'lost'] as const) {
      const count = statuses.filter((found) => found === status).length;
      const [onItsLine, inHeader] = status === 'lost' ? ['no result', 'without result'] : [status, status];
      // A header has a number before the word.
      expect(drawn(events, true).split(`· ${onItsLine}`).length - 1).toBeGreaterThanOrEqual(count);
      if (count > 0) expect(drawn(events, false)).toMatch(new RegExp(`· \\d+ ${inHeader}`));
    }
  });

  it('[L7] can be drawn at every moment, and nothing in it is obeyed', () => {
    let thread = newThread(events[0]?.thread ?? '');
    for (const event of [undefined, ...events]) {
      if (event !== undefined) thread = foldThread(thread, event);
      for (const expanded of [true, false]) {
        const text = drawnThread(thread, expanded);
        expect(text).not.toMatch(/undefined|\[object/);
        expect(text.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
      }
    }
  });

  it('colours change no word', () => {
    const coloured = drawn(events, true, { columns: 60, colours: true });
    expect(coloured.replaceAll(/\p{Cc}\[[\d;]*m/gu, '')).toBe(drawn(events, true, { columns: 60, colours: false }));
  });
});

it('[12.8] where several people are known, each message has the name of its own', () => {
  const said = { v: 1, thread: 't', at: 0, type: 'message.posted', author: '@human', delivery: 'now' } as const;
  const events: LedgerEvent[] = [
    { ...said, seq: 1, by: 'Ada', parts: [{ type: 'text', text: 'go' }] },
    { ...said, seq: 2, parts: [{ type: 'text', text: 'stop' }] },
  ];
  expect(
    drawn(events, false)
      .split('\n')
      .filter((row) => row !== ''),
  ).toEqual(['❯ Ada: go', '❯ stop']);
});

describe('what is true of a thread as a whole', () => {
  it('calls, failures, tokens, and the time in which something happened', () => {
    const events = golden('tour');
    const state = foldAll(events);
    const facts = eventFacts(events);
    const statuses = [...state.calls.byPlace.entries()].map(([, call]) => callStatus(call));
    expect(addCalls(NO_CALLS, state)).toMatchObject({
      calls: statuses.length,
      failed: statuses.filter((status) => status === 'failed').length,
    });
    expect(facts.workedMs).toBeLessThanOrEqual((facts.endedAt ?? 0) - (facts.startedAt ?? 0));
  });

  it('a night of silence is not work', () => {
    const at = (seq: number, time: number): LedgerEvent => ({
      v: 1,
      thread: 't',
      seq,
      at: time,
      type: 'message.posted',
      author: '@human',
      parts: [{ type: 'text', text: 'x' }],
      delivery: 'now',
    });
    const events = [at(1, 0), at(2, 1_000), at(3, 61_000), at(4, 100_000_000), at(5, 99_000_000)];
    const { workedMs, startedAt, endedAt } = eventFacts(events);
    // Two long pauses, one of them before a record that came too late.
    expect([workedMs, startedAt, endedAt]).toEqual([60_000 + 2 * 300_000, 1_000, 100_000_000]);
  });

  it('one late record at the beginning does not hide the work after it', () => {
    const events = [90_000, 1_000, 2_000, 3_000].map((at, index): LedgerEvent => ({
      v: 1,
      thread: 't',
      seq: index + 1,
      at,
      type: 'agent.status',
      status: 'running',
    }));
    const imported = { v: 1, thread: 't', seq: 0, at: 0, type: 'thread.created', source: { format: 'codex' } } as const;
    expect(eventFacts([imported, ...events])).toMatchObject({ workedMs: 89_000, startedAt: 1_000, endedAt: 90_000 });
  });

  it('models are named once, in the order in which they answered', () => {
    const draft = (seq: number, event: EventDraft): LedgerEvent => ({ v: 1, thread: 't', seq, at: 0, ...event });
    const model = (name: string): EventDraft => ({ type: 'agent.configured', provider: 'p', api: 'a', model: name });
    const step = (number: number): EventDraft => ({ type: 'agent.step.started', step: number });
    const events = [model('m-2'), model('m-1'), step(1), model('m-2'), step(2), model('m-1'), step(3)].map(
      (event, index) => draft(index + 1, event),
    );
    expect(eventFacts(events).models).toEqual(['m-1', 'm-2']);
  });

  it('[L4] the account of an import, and none of a thread of our own', () => {
    const words = (name: string): string =>
      accountLines(foldAll(golden(name)).account)
        .map(({ spans }) => spans.map(({ text }) => text).join(''))
        .join('\n');
    expect(words('imported-with-malformed-lines')).toMatch(
      /^\d+ records: \d+ shown, \d+ folded, \d+ hidden · 3 malformed lines\ntwo records on one line\nnot JSON\nthe last line is cut off$/,
    );
    expect(words('falsy-results')).toBe('');
  });

  it('a thread of which nothing is known has no heading', () => {
    const { models, startedAt, endedAt } = eventFacts([]);
    const about = { title: undefined, format: undefined, workspace: undefined, models, startedAt, endedAt };
    expect(headingLines(about)).toEqual([]);
    expect(factLines(NO_CALLS, eventFacts([]))).toEqual([]);
  });
});

it.each(['   ', '\t', '   \n  \n', '\n\n'])(
  '[L4] a call whose result is %j keeps its line, its arguments and how it ended',
  (text) => {
    const drafts: EventDraft[] = [
      { type: 'agent.step.started', step: 1 },
      { type: 'agent.tool.called', step: 1, part: 0, call: 'a', name: 'look', arguments: '{"path":"lint.ts"}' },
      { type: 'agent.tool.completed', step: 1, call: 'a', outcome: 'failed', parts: [{ type: 'text', text }] },
    ];
    const events = drafts.map((draft, index) => ({ ...draft, v: 1, thread: 't', seq: index + 1, at: 0 }) as const);
    for (const form of ['expanded', 'whole'] as const) {
      const rows = [...drawThread(timeline(threadOf(events)).items, form)].flatMap((row) => wrap(row, WIDE));
      expect(rows.join('\n')).toMatch(/look\(.*lint\.ts.*\).*failed/);
    }
  },
);
