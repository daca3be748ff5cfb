import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allSampleEvents } from '../../../test/sample-events.ts';
import { parseLedger, writeLedger } from './parse-ledger.ts';

const anyEvent = fc
  .tuple(fc.constantFrom(...allSampleEvents), fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }))
  .map(([event, thread, run]) => ({ ...event, thread, run }));

describe('a ledger file', () => {
  it('gives back the events that were written', () => {
    fc.assert(
      fc.property(fc.array(anyEvent), (events) => {
        expect(parseLedger(writeLedger(events))).toStrictEqual({ events, problems: [] });
      }),
    );
  });

  it('has one line for each event, whatever its text', () => {
    const [event] = allSampleEvents;
    const text = writeLedger([{ ...event!, thread: 'a\nb\r\n\u2028\ud800' }, event!]);
    expect(text.split('\n')).toHaveLength(3);
    expect(text.endsWith('\n')).toBe(true);
    expect(writeLedger([])).toBe('');
  });

  it('may have a byte order mark, other line ends, blank lines and no last line end', () => {
    const lines = writeLedger(allSampleEvents).trimEnd().split('\n');
    for (const text of [lines.join('\n'), `\ufeff${lines.join('\r\n')}\r\n`, `\n \n${lines.join('\n\n')}\n\n\t\n`]) {
      expect(parseLedger(text)).toStrictEqual({ events: [...allSampleEvents], problems: [] });
    }
    expect(parseLedger('\ufeff')).toStrictEqual({ events: [], problems: [] });
  });

  it('[L4] a bad line is named with its number, and costs no other line', () => {
    const anyBad = fc
      .oneof(fc.constantFrom('{', '{}', 'null', '[1]', '"x"', '{"v":2}', '\0', '['.repeat(100_000)), fc.string())
      .map((bad) => `!${bad}`.replaceAll('\n', ' '));
    const anyLine = fc.oneof(
      anyBad.map((text) => ({ text, event: undefined, bad: true })),
      anyEvent.map((event) => ({ text: JSON.stringify(event), event, bad: false })),
      fc.constantFrom('', ' ', '\r').map((text) => ({ text, event: undefined, bad: false })),
    );
    fc.assert(
      fc.property(fc.array(anyLine), (lines) => {
        const ledger = parseLedger(lines.map(({ text }) => text).join('\n'));
        expect(ledger.events).toStrictEqual(lines.flatMap(({ event }) => event ?? []));
        expect(ledger.problems.map(({ line }) => line)).toEqual(lines.flatMap(({ bad }, i) => (bad ? i + 1 : [])));
      }),
    );
  });

  it.each([
    ['{"v":1,', 'a line must be JSON, got "{\\"v\\":1,"'],
    [`${'x'.repeat(1000)}`, `a line must be JSON, got "${'x'.repeat(40)}"…`],
    ['{"v":2}', '"v" must be 1, the version known here, got 2'],
    ['[]', 'an event must be an object, got a list'],
    ['['.repeat(1_000_000), `a line must be JSON, got "${'['.repeat(40)}"…`],
    ['['.repeat(500_000) + ']'.repeat(500_000), 'an event must be an object, got a list'],
    [
      `{"v":1,"thread":"t","seq":1,"at":0,"type":"thread.closed","x":${'['.repeat(500_000)}${']'.repeat(500_000)}}`,
      'thread.closed: nested deeper than 256',
    ],
  ])('case %#: says what is wrong with a line', (text, reason) => {
    expect(parseLedger(text).problems).toEqual([{ line: 1, reason }]);
  });

  it('[L4] every golden ledger is read without a problem and written back line by line', () => {
    const folder = new URL('../../../fixtures/', import.meta.url);
    const names = readdirSync(folder).filter((name) => name.endsWith('.jsonl'));
    expect(names.length).toBeGreaterThan(0);
    for (const name of names) {
      const text = readFileSync(new URL(name, folder), 'utf8');
      const { events, problems } = parseLedger(text);
      expect({ name, problems }).toEqual({ name, problems: [] });
      expect(parseLedger(writeLedger(events)).events).toStrictEqual(events);
    }
  });
});
