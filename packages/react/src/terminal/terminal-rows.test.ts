import { overwrittenLines } from '@toolthread/core/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isTerminalText, rowsText, terminalRows } from './terminal-rows.ts';

const shown = (text: string): string => rowsText(terminalRows(text));

describe('rows of a terminal', () => {
  test.each(overwrittenLines)('%j shows %j', (text, expected) => expect(shown(text)).toBe(expected));

  test('[L7] what a terminal would obey is dropped or named, never obeyed', () => {
    expect(shown('a\x1b[2Jb\x1b[10;10Hc\x1b[?25ld')).toBe('abcd');
    expect(shown('\x1b]52;c;c2VjcmV0\x07x')).toBe('⟨OSC 52⟩x');
    expect(shown('\x1b]8;;https://evil.example\x1b\\click\x1b]8;;\x1b\\')).toBe('⟨OSC 8⟩click⟨OSC 8⟩');
    expect(shown('\x1b]0;title\nnext')).toBe('⟨OSC 0⟩\nnext');
    expect(shown('\x1bP+q544e\x1b\\x')).toBe('⟨control string⟩x');
    expect(shown('\x9b31mred')).toBe('red');
  });

  test('colours are read across lines and reset', () => {
    const [first, second] = terminalRows('\x1b[1;31mred\nstill\x1b[0m not');
    expect(first).toMatchObject([{ text: 'red', style: { color: 1, bold: true } }]);
    expect(second).toMatchObject([
      { text: 'still', style: { color: 1 } },
      { text: ' not', style: { color: undefined, bold: false } },
    ]);
  });

  test('an overwritten row keeps the colours of what is left of it', () => {
    const [row] = terminalRows('\x1b[32mgreen\x1b[0m\rX');
    expect(row).toMatchObject([
      { text: 'X', style: { color: undefined } },
      { text: 'reen', style: { color: 2 } },
    ]);
  });

  test('text without control characters is shown as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        fc.pre(!isTerminalText(text) && !/\r/.test(text));
        expect(shown(text)).toBe(text);
      }),
    );
  });

  test('[L7] no control character that moves or acts is left, whatever the text', () => {
    const hostile = fc.array(
      fc.oneof(
        fc.constantFrom('\x1b', '\x1b[', '\x1b]', '\x9b', ';', '3', 'm', 'K', '\x07', '\\', '\r', '\b', '\n'),
        fc.string(),
      ),
    );
    fc.assert(
      fc.property(hostile, (pieces) => {
        const text = pieces.join('');
        const rows = shown(text);
        // oxlint-disable-next-line no-control-regex -- these are what must not be there
        expect(rows).not.toMatch(/[\r\b\x1b\x9b]/);
      }),
    );
  });

  test('[M9] after very many sequences the rest is text: nothing is lost, and no sequence is obeyed', () => {
    const rows = terminalRows('\x1b[31m\x1b[0m'.repeat(40_000) + 'end\x1b[1m!');
    expect(rows.length).toBe(1);
    expect(rows[0]?.length).toBe(1);
    expect(rowsText(rows)).toBe(`${'\x1b[31m\x1b[0m'.repeat(15_000)}end\x1b[1m!`);
    const lines = terminalRows('\x1b[1m\n'.repeat(100_000));
    expect(rowsText(lines).split('\n').length).toBe(100_001);
  });

  test('[L5] a progress bar of many updates, and a sequence that never ends, cost what they are long', () => {
    const bar = Array.from({ length: 20_000 }, (_, step) => `\r${'#'.repeat(40)} ${step}`).join('');
    expect(shown(bar)).toBe(`${'#'.repeat(40)} 19999`);
    expect(shown(`\x1b[${'1;'.repeat(200_000)}`)).toContain('1;1;');
    expect(shown('\x1b]'.repeat(40_000)).length).toBeGreaterThan(0);
  });
});
