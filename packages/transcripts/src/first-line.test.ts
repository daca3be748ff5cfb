import { writeLedger } from '@toolthread/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fixtures } from '../test/fixtures.ts';
import { outline } from '../test/outline.ts';
import { readTranscript } from './index.ts';
import type { ReadTranscript } from './index.ts';
import type { Format } from './transcript/format-reader.ts';

interface LineFile {
  readonly name: string;
  readonly format: Format;
  readonly lines: readonly string[];
}

const agentsLines = fixtures
  .filter(({ name }) => name.endsWith('.jsonl'))
  .map(({ name, format, bytes }) => ({ name, format, text: bytes.toString('utf8') }));
const ledgers = fixtures
  .filter(({ name }) => name.endsWith('small.jsonl'))
  .map(({ name, bytes }) => ({
    name: `${name} as a ledger`,
    format: 'ledger' as const,
    text: writeLedger(readTranscript(bytes).events),
  }));
const files = [...agentsLines, ...ledgers].map(({ name, format, text }): [string, LineFile] => [
  name,
  {
    name,
    format,
    lines: text
      .replace(/^\ufeff/, '')
      .split('\n')
      .filter((line) => line !== ''),
  },
]);

interface Told {
  readonly format: string | undefined;
  readonly outline: readonly string[];
  readonly records: number;
  readonly malformed: number;
}

function told(read: ReadTranscript, less: Partial<Told> = {}): Told {
  return {
    format: read.format,
    outline: outline(read),
    records: read.account.records - (less.records ?? 0),
    malformed: read.account.malformed.length - (less.malformed ?? 0),
  };
}

const TEARS = ['{', '{"', '[', '{"type":"session","version":3,"id":"s", "timestamp":"2026', '{"a":{"b":1},'];

describe('[issue 11] the first line is a line like any other', () => {
  it.each(files)('its end is lost, at any byte, and the others are read: %s', (_, { format, lines }) => {
    const [first = '', ...rest] = lines;
    const others = told(readTranscript(rest.join('\n'), { format }));
    const anyCut = fc.integer({ min: 1, max: first.length - 1 });
    // Of a ledger without its first event that event is told as missing, too.
    const malformed = format === 'ledger' ? 0 : 1;
    fc.assert(
      fc.property(anyCut, (cut) => {
        const text = [first.slice(0, cut), ...rest].join('\n');
        expect(told(readTranscript(text), { malformed })).toEqual(others);
      }),
      { numRuns: 20 },
    );
  });

  it.each(files)('its end and its newline are lost: it costs one more at most: %s', (_, { format, lines }) => {
    const [first = '', second = '', ...rest] = lines;
    const whole = readTranscript(lines.join('\n'), { format });
    // With both first records lost, only the name of the file tells a bare rollout from OpenAI's items.
    const path = format === 'codex' ? 'rollout-2025-07-01.jsonl' : 'session.jsonl';
    fc.assert(
      fc.property(fc.integer({ min: 1, max: first.length - 1 }), (cut) => {
        const read = readTranscript([first.slice(0, cut) + second, ...rest].join('\n'), { path });
        expect(read.format).toBe(format);
        expect(read.account.records).toBeGreaterThanOrEqual(whole.account.records - 2);
      }),
      { numRuns: 20 },
    );
  });

  it.each(files)('gone, and the others tell the format: %s', (_, { format, lines }) => {
    const text = lines.slice(1).join('\n');
    expect(told(readTranscript(text))).toEqual(told(readTranscript(text, { format })));
  });

  it.each(files)('a record that says nothing stands before it: %s', (_, { format, lines }) => {
    const whole = told(readTranscript(lines.join('\n'), { format }));
    for (const before of ['{}', '{"a":1}', 'null', '{}\n{"a":1}\n7'])
      expect([
        before,
        told(readTranscript([before, ...lines].join('\n')), { records: before.split('\n').length }),
      ]).toEqual([before, whole]);
  });

  it.each(files)('a torn line stands before it: %s', (_, { format, lines }) => {
    const whole = told(readTranscript(lines.join('\n'), { format }));
    for (const tear of TEARS)
      expect([tear, told(readTranscript([tear, ...lines].join('\n')), { malformed: 1 })]).toEqual([tear, whole]);
  });

  it.each([
    ['.pi/agent/sessions/--home-ada--/1.jsonl', 'pi', '{"type":"model_change","id":"m1","parentId":null}'],
    ['.gemini/tmp/abc/chats/session-1.jsonl', 'gemini', '{"id":"g1","type":"user","content":"Prune"}'],
    ['.cursor/projects/a/agent-transcripts/1.jsonl', 'cursor', '{"role":"user","text":"Saw"}'],
  ])('where nothing tells, the folder of the file does: %s', (place, format, line) => {
    expect(readTranscript(line, { path: `/home/ada/${place}` }).format).toBe(format);
    expect(readTranscript(line, { path: `C:\\ada\\${place.replaceAll('/', '\\')}` }).format).toBe(format);
    expect(readTranscript('{}\nDear diary\n', { path: `/home/ada/${place}` }).format).toBeUndefined();
  });

  it('a document that is damaged near its beginning stays one', () => {
    const message = JSON.stringify({ role: 'user', content: 'Hello' });
    const text = `{"id":"T-1","messages":[\n${message},\n${message.slice(0, 20)}`;
    expect(readTranscript(text).format).toBe('amp');
  });
});
