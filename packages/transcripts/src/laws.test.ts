import { parseEvent, writeLedger, threadOf } from '@toolthread/core';
import type { LedgerEvent, Thread } from '@toolthread/core';
import { parsedJson } from '@toolthread/core/json';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accountAddsUp, fixtures, seen, written } from '../test/fixtures.ts';
import type { Fixture } from '../test/fixtures.ts';
import { detectFormat, readTranscript, tailTranscript } from './index.ts';

const SMALL = 3000;
const names = fixtures.map((one) => [one.name, one] as const);
const lineFiles = names.filter(([name]) => name.endsWith('.jsonl'));

function tailed({ bytes, path }: Pick<Fixture, 'bytes' | 'path'>, cuts: readonly number[]): readonly LedgerEvent[] {
  const tail = tailTranscript({ path });
  let from = 0;
  for (const cut of cuts) {
    tail.push(bytes.subarray(from, cut));
    void tail.state;
    from = cut;
  }
  tail.push(bytes.subarray(from));
  tail.end();
  return tail.events;
}

/** Beside the end of a line, or inside of a character. */
function isDelicate(bytes: Buffer, place: number): boolean {
  return bytes.subarray(Math.max(0, place - 2), place + 2).some((byte) => byte === 10 || byte > 127);
}

describe('[L1] however the bytes came', () => {
  it.each(names.filter(([, { bytes }]) => bytes.length <= SMALL))(
    'byte by byte, and as a prefix and then the rest, they give what the whole gives: %s',
    (_, file) => {
      const whole = written(readTranscript(file.bytes, { path: file.path }).events);
      const everywhere = Array.from(file.bytes, (_byte, index) => index);
      expect(written(tailed(file, everywhere))).toBe(whole);
      for (const cut of everywhere.filter((place) => place % 17 === 0 || isDelicate(file.bytes, place))) {
        if (written(tailed(file, [cut])) !== whole) expect.fail(`cut at byte ${cut}`);
      }
    },
  );

  it.each(names)('cut at any places: %s', (_, file) => {
    const whole = readTranscript(file.bytes, { path: file.path });
    const anyCuts = fc.array(fc.nat(file.bytes.length), { maxLength: 8 }).map((cuts) => cuts.sort((a, b) => a - b));
    fc.assert(
      fc.property(anyCuts, (cuts) => {
        expect(written(tailed(file, cuts))).toBe(written(whole.events));
      }),
      { numRuns: 40 },
    );
    expect(seen(threadOf(tailed(file, [file.bytes.length >> 1])))).toEqual(seen(whole));
  });

  it.each(names)('the state of a tail is the fold of its events, at every line: %s', (_, { bytes, path }) => {
    const tail = tailTranscript({ path });
    let from = 0;
    for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10, end + 1)) {
      tail.push(bytes.subarray(from, end + 1));
      from = end + 1;
    }
    void tail.state;
    tail.push(bytes.subarray(from));
    tail.end();
    expect(seen(tail)).toEqual(seen(threadOf(tail.events)));
  });

  it.each(lineFiles)('a byte order mark and carriage returns change nothing but places: %s', (_, { bytes, path }) => {
    const text = bytes.toString('utf8').replace(/^\ufeff/, '');
    const plain = readTranscript(text, { path });
    const windows = readTranscript(`\ufeff${text.replaceAll('\n', '\r\n')}`, { path });
    const shown = ({ state: { account, title }, drawn }: Thread): object => ({
      timeline: drawn.view,
      title,
      malformed: account.malformed.length,
      records: account.records,
    });
    expect(shown(windows)).toEqual(shown(plain));
  });

  it.each(names)('written as a ledger and read again it is the same thread: %s', (_, { bytes, path }) => {
    const first = readTranscript(bytes, { path });
    const ledger = writeLedger(first.events);
    const again = readTranscript(ledger);
    expect(again.format).toBe('ledger');
    expect(seen(again)).toEqual(seen(first));
    expect(again.events).toEqual(first.events);
  });
});

describe('[L4] nothing is dropped in silence', () => {
  it.each(names)('every record of %s has one fate, and every event is one', (_, { bytes, path, format }) => {
    const read = readTranscript(bytes, { path });
    expect(read.format).toBe(format);
    expect(accountAddsUp(read.state)).toBe(true);
    expect(read.account.records).toBeGreaterThan(0);
    expect(read.events.map((event) => parseEvent(event)).filter(({ ok }) => !ok)).toEqual([]);
    expect([...read.state.anomalies.first]).toEqual([]);
    expect(read.counts).toMatchObject({ format, records: read.account.records });
    expect(read.state.life).toBe('closed');
    expect(detectFormat(bytes)).toBe(format);
  });

  it.each(names)('[L4] the calls that the reader counts are those of the thread, rewound ones too: %s', (_, file) => {
    const { counts, state, events } = readTranscript(file.bytes, { path: file.path });
    const calls = [...state.calls.byPlace.entries()].filter(([, call]) => call.runs !== 'provider');
    const kept = new Set(Array.from(state.calls.byPlace.entries(), ([, { id }]): string | undefined => id));
    // A document of Gemini CLI is counted as it is when all is taken back that was.
    const called = file.format === 'gemini' ? [] : events.filter(({ type }) => type === 'agent.tool.called');
    const left = new Set(
      called.map((event) => ('call' in event ? event.call : undefined)).filter((id) => !kept.has(id)),
    );
    expect(counts['toolCalls']).toBe(calls.length + left.size);
  });

  it('any bytes are accounted for, in any format', () => {
    const anyLine = fc.oneof(
      fc.json(),
      fc.string(),
      fc.constantFrom('{', '}{', '{"type":"user"}', '[]', 'null', '{"a":1}{"b":2}'),
    );
    const anyText = fc.array(anyLine, { maxLength: 12 }).map((lines) => Buffer.from(lines.join('\n')));
    const anyBytes = fc.oneof(fc.uint8Array({ maxLength: 400 }), anyText);
    const anyFormat = fc.constantFrom(undefined, ...new Set(fixtures.map(({ format }) => format)), 'ledger' as const);
    fc.assert(
      fc.property(anyBytes, anyFormat, (bytes, format) => {
        const read = readTranscript(bytes, format === undefined ? {} : { format });
        expect(accountAddsUp(read.state)).toBe(true);
        expect(read.state.anomalies.count).toBe(0);
        expect(read.events.every((event) => parseEvent(event).ok)).toBe(true);
      }),
      { numRuns: 400 },
    );
  });

  it('records with anything in any field are accounted for, and none makes a reader throw', () => {
    const anyValue = fc.oneof(
      fc.constantFrom(null, '', 0, true, [], {}, '__proto__', [null], { type: 'text' }, { id: 7 }, -1, '\ud800'),
      fc.jsonValue({ maxDepth: 3 }),
    );
    fc.assert(
      fc.property(fc.constantFrom(...fixtures), fc.infiniteStream(fc.tuple(fc.nat(30), anyValue)), (file, changes) => {
        const broken = rewritten(JSON.parse(asJson(file)), changes[Symbol.iterator]());
        const text =
          file.name.endsWith('.jsonl') && Array.isArray(broken)
            ? broken.map((record) => JSON.stringify(record)).join('\n')
            : JSON.stringify(broken);
        const read = readTranscript(text, { format: file.format });
        expect(accountAddsUp(read.state)).toBe(true);
        expect(read.events.filter((event) => !parseEvent(event).ok)).toEqual([]);
        expect(read.state.anomalies.count).toBe(0);
      }),
      { numRuns: 600 },
    );
  });
});

/** Lines as one list, so that both shapes are changed alike. */
function asJson({ name, bytes }: Fixture): string {
  const text = bytes.toString('utf8').replace(/^\ufeff/, '');
  if (!name.endsWith('.jsonl')) return text;
  return `[${text
    .split('\n')
    .filter((line) => parsedJson(line) !== undefined)
    .join(',')}]`;
}

/** The same value with some members replaced, one in thirty. */
function rewritten(value: unknown, changes: Iterator<[number, unknown]>): unknown {
  const next: IteratorResult<[number, unknown], unknown> = changes.next();
  if (next.done !== true && next.value[0] === 0) return next.value[1];
  if (Array.isArray(value)) return value.map((item) => rewritten(item, changes));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, rewritten(member, changes)]));
}
