import fc from 'fast-check';
import { expect, test } from 'vitest';
import { recut, streamBytes, withLineEnds } from './deliver.ts';
import { inPieces, random } from './random.ts';
import { newScript } from './script.ts';

test('cut anew, the pieces joined are the bytes; and the same seed cuts at the same places', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 4000 }), fc.nat(), (array, seed) => {
      const bytes = Buffer.from(array);
      const pieces = recut(bytes, seed);
      expect(Buffer.concat(pieces).equals(bytes)).toBe(true);
      expect(recut(bytes, seed).map(({ length }) => length)).toEqual(pieces.map(({ length }) => length));
    }),
  );
});

test('cuts fall inside characters and inside `data:`', () => {
  const bytes = Buffer.from('data: {"text":"🌍"}\n\n'.repeat(50));
  const starts = new Set<number>();
  for (let seed = 0; seed < 20; seed += 1) {
    let at = 0;
    for (const { length } of recut(bytes, seed)) {
      starts.add(at);
      at += length;
    }
  }
  const places = [...starts].map((at) => at % 21);
  for (const inside of [1, 2, 3, 15, 16, 17]) expect(places).toContain(inside);
});

test('mixed line ends hold both, and say the same', () => {
  const text = 'event: a\ndata: {}\n\n'.repeat(20);
  const mixed = withLineEnds(text, { lineEnds: 'mixed', seed: 5 });
  expect(mixed).toMatch(/\r\n/);
  expect(mixed).toMatch(/[^\r]\n/);
  expect(mixed.replaceAll('\r\n', '\n')).toBe(text);
});

test('text in pieces is the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.nat(), (text, seed) => {
      expect(inPieces(text, random(seed)).join('')).toBe(text);
    }),
  );
});

test('a drop cuts inside the first arguments', () => {
  const frames = [
    { data: '{"a":1}' },
    { data: '{"arguments":"{}"}', holds: 'arguments' as const },
    { data: '{"c":1}' },
  ];
  const stream = {
    frames,
    errorFrame: { data: '{}' },
    ping: undefined,
    fault: { kind: 'drop' } as const,
    delivery: {},
  };
  const { bytes, end } = streamBytes(stream);
  expect(end).toBe('drop');
  expect(bytes.toString()).toMatch(/^data: {"a":1}\n\ndata: {"arg/);
  expect(bytes.toString()).not.toContain('\n\ndata: {"arguments":"{}"}');
});

test('a script plays the first turn that fits, once', () => {
  const script = newScript([{ when: { results: ['b', 'c'] } }, { when: { turn: 5 } }, {}]);
  expect(script.take(['c', 'b'])).toEqual({});
  expect(script.take(['a', 'xbx', 'c'])).toEqual({ when: { results: ['b', 'c'] } });
  expect(script.take([])).toBeUndefined();
  expect(script.left).toBe(1);
});
