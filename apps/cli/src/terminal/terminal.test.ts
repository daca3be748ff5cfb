import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cellWidth } from './cell-width.ts';
import { line, span, textLines } from './line.ts';
import { paint } from './style.ts';
import type { Style } from './style.ts';
import { terminalOf } from './terminal.ts';
import { wrap, wrapped } from './wrap.ts';

describe('what is known of the place that the output goes to', () => {
  const window = { isTTY: true, columns: 100, rows: 30 };
  it.each([
    ['a window', window, {}, { columns: 100, rows: 30, colours: true, interactive: true }],
    ['a pipe', {}, {}, { columns: Infinity, colours: false, interactive: false }],
    ['a pipe whose reader has a width', {}, { COLUMNS: '40' }, { columns: 40 }],
    ['a width that is none', {}, { COLUMNS: '-3' }, { columns: Infinity }],
    ['a window too narrow to say anything', { isTTY: true, columns: 3 }, {}, { columns: 20 }],
    ['a window that does not know its width', { isTTY: true, columns: 0 }, {}, { columns: 80 }],
    ['no colours wanted', window, { NO_COLOR: '1' }, { colours: false }],
    ['an empty NO_COLOR says nothing', window, { NO_COLOR: '' }, { colours: true }],
    ['colours wanted', {}, { FORCE_COLOR: '1' }, { colours: true }],
    ['colours refused', window, { FORCE_COLOR: '0' }, { colours: false }],
    ['NO_COLOR counts more', {}, { FORCE_COLOR: '1', NO_COLOR: '1' }, { colours: false }],
    ['a terminal that can nothing', window, { TERM: 'dumb' }, { colours: false, interactive: false }],
  ])('%s', (_, output, env, expected) => expect(terminalOf(output, env)).toMatchObject(expected));
});

describe('cells', () => {
  it.each([
    ['abc', 3],
    ['日本', 4],
    ['🔧 x', 4],
    ['é', 1],
    ['e\u0301', 1],
    ['❤\ufe0f', 2],
    ['❤', 1],
    ['👩‍👩‍👧‍👦', 2],
    ['🇩🇪', 2],
    ['1️⃣', 2],
    ['ก็', 1],
    ['␛[2J', 4],
    ['…→·', 3],
    ['', 0],
  ])('%s fills %i', (text, width) => expect(cellWidth(text)).toBe(width));
});

const plain = (rows: readonly string[]): string[] => rows.map((row) => row.replaceAll(/\p{Cc}\[[\d;]*m/gu, ''));

describe('cut at the window', () => {
  const at = (columns: number, text: string, indent = 0, hang = 0): string[] =>
    wrap(line([span(text)], indent, hang), { columns, colours: false });

  it.each<[string, string[], string[]]>([
    ['between words', at(10, 'one two three'), ['one two', 'three']],
    [
      'not where a word changes its looks',
      wrap(line([span('a read_file'), span('(path)', 'bad')]), { columns: 20, colours: false }),
      ['a read_file(path)'],
    ],
    [
      'nor there',
      wrap(line([span('some read_file'), span('(path)', 'bad')]), { columns: 16, colours: false }),
      ['some', 'read_file(path)'],
    ],
    ['a long word anywhere', at(20, 'a'.repeat(45)), ['a'.repeat(20), 'a'.repeat(20), 'a'.repeat(5)]],
    ['further rows hang', at(24, 'call(one, two, three, four)', 2, 2), ['  call(one, two, three,', '    four)']],
    ['what is drawn as one is not parted', at(20, '👩‍👩‍👧‍👦'.repeat(11)), ['👩‍👩‍👧‍👦'.repeat(10), '👩‍👩‍👧‍👦']],
    ['wide characters are not halved', at(20, '日'.repeat(11)), ['日'.repeat(10), '日']],
    ['nothing is a row', at(20, ''), ['']],
    ['indentation never takes the whole window', at(20, 'words', 50), [`${' '.repeat(10)}words`]],
  ])('%s', (_, rows, expected) => expect(rows).toEqual(expected));

  it('[issue 11] a row is made when it is asked for: the words of a long line are never held together', () => {
    const late = {
      style: 'plain' as const,
      get text(): string {
        throw new Error('It was asked for too early.');
      },
    };
    const rows = wrapped(
      { indent: 0, hang: 0, spans: [span('one two three '), late] },
      { columns: 10, colours: false },
    );
    expect(rows[Symbol.iterator]().next().value).toBe('one two');
  });

  it('no row is wider than the window, no letter is lost, and colours change neither', () => {
    const styles: readonly Style[] = ['plain', 'strong', 'bad'];
    const spans = fc.array(fc.tuple(fc.string({ unit: 'grapheme' }), fc.constantFrom(...styles)));
    fc.assert(
      fc.property(spans, fc.integer({ min: 20, max: 60 }), fc.nat(30), fc.nat(12), (given, columns, indent, hang) => {
        const drawn = line(
          given.map(([text, style]) => span(text, style)),
          indent,
          hang,
        );
        const rows = wrap(drawn, { columns, colours: false });
        for (const row of rows) expect(cellWidth(row)).toBeLessThanOrEqual(columns);
        const letters = (text: string): string => text.replace(/\s/gu, '');
        expect(letters(rows.join(''))).toBe(letters(drawn.spans.map(({ text }) => text).join('')));
        expect(plain(wrap(drawn, { columns, colours: true }))).toEqual(rows);
      }),
    );
  });
});

describe('[L7] foreign text in a line', () => {
  it('is shown and stays on its line', () => {
    expect(span('a\tb\nc\u001b[2J').text).toBe('a    b c␛[2J');
  });

  it('loses the blank lines around it', () => {
    expect(Array.from(textLines('\n  \n  a\n\nb\n\n'), ({ spans }) => spans.map(({ text }) => text).join(''))).toEqual([
      '  a',
      '',
      'b',
    ]);
    expect([...textLines(' \n ')]).toEqual([]);
  });
});

describe('paint', () => {
  it('closes what it opens, and leaves plain words alone', () => {
    expect(paint('x', 'bad', true)).toBe('\u001b[31mx\u001b[0m');
    expect([paint('x', 'bad', false), paint('x', 'plain', true), paint('', 'bad', true)]).toEqual(['x', 'x', '']);
  });
});
