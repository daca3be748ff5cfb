import fc from 'fast-check';
import { expect, test } from 'vitest';
import { boundText, MOST_BYTES, MOST_LINES } from './bound-text.ts';

const sizes = fc.oneof(
  fc
    .array(fc.string({ unit: 'binary', maxLength: 30 }), { minLength: 0, maxLength: 50 })
    .map((lines) => lines.join('\n')),
  fc.nat(4000).map((n) => 'x\n'.repeat(n)),
  fc.tuple(fc.constantFrom('a', 'é', '字', '🔧', '\ud800'), fc.nat(60_000)).map(([unit, n]) => unit.repeat(n)),
  fc.nat(3000).map((n) => `${'ü'.repeat(40)}\n`.repeat(n)),
);

test('[B.6 44] what is kept is within both limits, an end of the text, and loses no more than it must', () => {
  fc.assert(
    fc.property(sizes, fc.constantFrom('head' as const, 'tail' as const), (text, keeps) => {
      const { text: kept, cut } = boundText(text, keeps);
      expect(Buffer.byteLength(kept)).toBeLessThanOrEqual(MOST_BYTES);
      expect(kept.replace(/\n$/, '').split('\n').length).toBeLessThanOrEqual(MOST_LINES);
      expect(keeps === 'head' ? text.startsWith(kept) : text.endsWith(kept)).toBe(true);
      if (cut === undefined) expect(kept).toBe(text);
      else expect(kept.length).toBeGreaterThan(0);
    }),
  );
});

test('[B.6 44] characters stay whole at either cut', () => {
  const tools = '🔧'.repeat(20_000);
  for (const keeps of ['head', 'tail'] as const) {
    const { text } = boundText(tools, keeps);
    expect(text).toBe('🔧'.repeat(MOST_BYTES / 4));
    expect(boundText(`a${tools}b`, keeps).text).not.toMatch(/\p{Surrogate}/u);
  }
});

test('whole lines are kept, of 2,000 lines exactly as many', () => {
  const lines = Array.from({ length: 2500 }, (_, n) => `line ${n}`);
  const text = `${lines.join('\n')}\n`;
  expect(boundText(text, 'head').text).toBe(`${lines.slice(0, 2000).join('\n')}\n`);
  expect(boundText(text, 'tail').text).toBe(`${lines.slice(-2000).join('\n')}\n`);
  expect(boundText(lines.join('\n'), 'tail').text).toBe(lines.slice(-2000).join('\n'));
  expect(boundText(text, 'head').cut).toEqual({ lines: 2500, bytes: Buffer.byteLength(text) });
  const wide = `${'a'.repeat(999)}\n`.repeat(100);
  expect(boundText(wide, 'head').text).toBe(`${'a'.repeat(999)}\n`.repeat(51));
});

test('exactly at the limit nothing is cut', () => {
  for (const text of ['x\n'.repeat(2000), 'x'.repeat(MOST_BYTES), '']) {
    expect(boundText(text, 'tail')).toEqual({ text, cut: undefined });
  }
});
