import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FrameGauge, type Framing } from './frame-gauge.ts';

/** Cut where the pieces of a stream of whole lines may be cut: after any end of a line, or half of one. */
function pieces(text: string, cuts: readonly boolean[]): readonly string[] {
  const made: string[] = [];
  let rest = '';
  for (const [at, sign] of [...text].entries()) {
    rest += sign;
    if ((sign === '\n' || sign === '\r') && cuts[at % cuts.length] === true) {
      made.push(rest);
      rest = '';
    }
  }
  return rest === '' ? made : [...made, rest];
}

const passes = (framing: Framing, ...given: readonly string[]): boolean => {
  const gauge = new FrameGauge(framing);
  return given.every((piece) => gauge.push(Buffer.from(piece)));
};

const keys = (count: number): string =>
  `{${Array.from({ length: count }, (_, n) => `"k\\"${n},":${n % 2 === 0 ? '1' : '"[a,b]"'}`).join(',')}}`;

test('a frame of very many values is not parsed, whatever ends its lines and wherever it is cut', () => {
  const texts = new Map([10, 29_000, 31_000].map((count) => [count, keys(count)]));
  const frames = fc.constantFrom('\n', '\r', '\r\n').chain((end) =>
    fc.record({
      end: fc.constant(end),
      cuts: fc.array(fc.boolean(), { minLength: 1, maxLength: 7 }),
      lines: fc.integer({ min: 1, max: 5 }),
      before: fc.constantFrom('', 'event: "', ': a comment, {', 'id: 1'),
      of: fc.constantFrom(...texts),
    }),
  );
  fc.assert(
    fc.property(frames, ({ end, cuts, lines, before, of: [count, json] }) => {
      // Between values a text may have ends of lines, each a line of data.
      const spread = Array.from({ length: lines }, (_, n) =>
        n === 0 ? `data: ${json.slice(0, 1)}` : n === lines - 1 ? `data:${json.slice(1)}` : 'data: ',
      );
      const data = lines === 1 ? `data: ${json}` : spread.join(end);
      const frame = `${before === '' ? '' : before + end}${data}${end}${end}`;
      expect(passes('frames', ...pieces(frame, cuts))).toBe(count < 30_000);
    }),
    { numRuns: 30 },
  );
});

test('many frames of a few values are as they were, however many they are', () => {
  const frame = `event: x\ndata: ${keys(1000)}\n\n`;
  expect(passes('frames', ...Array.from({ length: 100 }, () => frame))).toBe(true);
  // A byte order mark before a line, at which clients leave it out, and a field without a value.
  const marked = `\uFEFFdata: ${keys(1000)}\ndata\n\uFEFF\n`;
  expect(passes('frames', ...Array.from({ length: 100 }, () => marked))).toBe(true);
  expect(passes('frames', `\uFEFFdata: ${keys(31_000)}\n`)).toBe(false);
});

test('an empty line ends no frame where the answer is one text, and what is no data is counted whatever is quoted', () => {
  expect(passes('JSON', `${keys(20_000).slice(0, -1)},\n\n`, `${keys(20_000).slice(1)}`)).toBe(false);
  expect(passes('JSON', keys(20_000))).toBe(true);
  expect(passes('frames', 'event: "\n', `${keys(31_000)}\n`)).toBe(false);
  expect(passes('frames', 'event: "\n\n', `${keys(20_000)}\n\n`, `${keys(20_000)}\n\n`)).toBe(false);
});

test('what is nested very deeply is not parsed', () => {
  expect(passes('frames', `data: ${'['.repeat(1001)}\n`)).toBe(false);
  expect(passes('frames', `data: ${'['.repeat(999)}${']'.repeat(999)}\n\n`)).toBe(true);
});
