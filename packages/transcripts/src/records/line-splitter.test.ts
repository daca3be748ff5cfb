import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LineSplitter } from './line-splitter.ts';
import type { RawLine } from './line-splitter.ts';

function split(bytes: Uint8Array, cuts: readonly number[] = [], most?: number, skipsBlank?: () => boolean): RawLine[] {
  const splitter = new LineSplitter(most);
  const lines: RawLine[] = [];
  let from = 0;
  for (const cut of [...cuts, bytes.length]) {
    splitter.push(bytes.subarray(from, cut), (line) => lines.push(line), skipsBlank);
    from = cut;
  }
  const last = splitter.end();
  return last === undefined ? lines : [...lines, last];
}

const anyText = fc
  .array(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('\n', '\r\n', '\r', '', '\ufeff', '✻', '𝔘\n')), {
    maxLength: 20,
  })
  .map((pieces) => Buffer.from(pieces.join('')));
const anyBytes = fc.oneof(
  anyText,
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
);

describe('bytes to lines', () => {
  it('are the same however the bytes are cut, in the middle of a character too', () => {
    fc.assert(
      fc.property(anyBytes, fc.array(fc.nat(200), { maxLength: 6 }), (bytes, places) => {
        const cuts = places.map((place) => Math.min(place, bytes.length)).sort((a, b) => a - b);
        expect(split(bytes, cuts)).toEqual(split(bytes));
      }),
      { numRuns: 500 },
    );
  });

  it('cut at every byte', () => {
    const bytes = Buffer.from('\ufeffeins\r\nzwei ✻ 𝔘\n\ndrei');
    for (let cut = 0; cut <= bytes.length; cut += 1) expect(split(bytes, [cut])).toEqual(split(bytes));
  });

  it('every byte belongs to one line, and each line says where it begins', () => {
    fc.assert(
      fc.property(anyBytes, (bytes) => {
        const lines = split(bytes);
        expect(lines.map(({ line }) => line)).toEqual(lines.map((_, index) => index + 1));
        for (const { text, line, byte } of lines) {
          const end = bytes.indexOf(10, byte);
          const raw = bytes.subarray(byte, end === -1 ? bytes.length : end).toString('utf8');
          expect(raw.replace(/\r$/, '')).toBe(text);
          if (line > 1) expect(bytes[byte - 1]).toBe(10);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('[issue 11] lines of white space are not given where they are not wanted, and the others keep their places', () => {
    const blank = fc.constantFrom('\n', '\r\n', ' \t\n', '\n\n', '  ', '\r');
    const anyBlank = fc.array(fc.oneof(anyText.map(String), blank), { maxLength: 20 });
    fc.assert(
      fc.property(anyBlank, fc.array(fc.nat(200), { maxLength: 6 }), (pieces, places) => {
        const bytes = Buffer.from(pieces.join(''));
        const cuts = places.map((place) => Math.min(place, bytes.length)).sort((a, b) => a - b);
        const filled = (lines: readonly RawLine[]): RawLine[] => lines.filter(({ text }) => text.trim() !== '');
        expect(filled(split(bytes, cuts, undefined, () => true))).toEqual(filled(split(bytes)));
      }),
      { numRuns: 500 },
    );
    const blanks = Buffer.from('{}\n\n \r\n\n{}\n\t\n');
    expect(split(blanks, [], undefined, () => true).map(({ line }) => line)).toEqual([1, 5]);
  });

  it('drops a byte order mark at the very beginning only, and one carriage return at an end', () => {
    expect(split(Buffer.from('\ufeffa\r\r\n\ufeffb')).map(({ text, byte }) => [text, byte])).toEqual([
      ['a\r', 3],
      ['\ufeffb', 7],
    ]);
    expect(split(Buffer.from('\ufeff'))).toEqual([{ text: '', line: 1, byte: 3 }]);
    expect(split(Buffer.from('\r\n'))).toEqual([{ text: '', line: 1, byte: 0 }]);
  });

  it('keeps what it was given even if the caller uses its buffer again', () => {
    const splitter = new LineSplitter();
    const buffer = Buffer.from('half');
    splitter.push(buffer, () => expect.fail('no line has ended'));
    buffer.fill('x');
    expect(splitter.end()?.text).toBe('half');
  });

  it('a line that is too long is its beginning and its size, however it is cut, and the next ones are whole', () => {
    const long = 'x'.repeat(70_000);
    const bytes = Buffer.from(`one\n${long}\ntwo\n${long}`);
    const lines = [
      { text: 'one', line: 1, byte: 0 },
      { text: long.slice(0, 65_536), line: 2, byte: 4, size: 70_000 },
      { text: 'two', line: 3, byte: 70_005 },
      { text: long.slice(0, 65_536), line: 4, byte: 70_009, size: 70_000 },
    ];
    for (const cuts of [[], [1], [5, 6, 7], [100, 40_000, 69_999], [70_004], [70_005, 80_000]])
      expect(split(bytes, cuts, 66_000)).toEqual(lines);
    expect(split(bytes, [], 70_000).map(({ text }) => text)).toEqual(['one', long, 'two', long]);
  });

  it('[issue 11] a line without an end is not held', () => {
    const splitter = new LineSplitter(1000);
    const piece = Buffer.alloc(1024 * 1024, 'a');
    const before = process.memoryUsage().arrayBuffers;
    for (let index = 0; index < 200; index += 1) splitter.push(piece, () => expect.fail('no line has ended'));
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20 * piece.length);
    expect(splitter.end()).toMatchObject({ line: 1, byte: 0, size: 200 * piece.length });
  });

  it('a line of 40 MB in small pieces costs its length', () => {
    const splitter = new LineSplitter();
    const piece = Buffer.alloc(4096, 'a');
    const lines: number[] = [];
    for (let index = 0; index < 10_240; index += 1) splitter.push(piece, ({ text }) => lines.push(text.length));
    splitter.push(Buffer.from('\nb'), ({ text }) => lines.push(text.length));
    expect(lines).toEqual([4096 * 10_240]);
    expect(splitter.end()).toEqual({ text: 'b', line: 2, byte: 4096 * 10_240 + 1 });
  });
});
