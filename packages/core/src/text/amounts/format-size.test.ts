import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { english } from '../language/english.ts';
import { countOf, formatDuration, formatMeta, formatSize } from './format-size.ts';

describe('a size', () => {
  it.each([
    [0, '0B'],
    [999, '999B'],
    [1023, '1,023B'],
    [1024, '1.0KB'],
    [2355, '2.3KB'],
    [1024 ** 2 - 1, '1.0MB'],
    [1024 ** 2, '1.0MB'],
    [9.5 * 1024 ** 2, '9.5MB'],
    [3 * 1024 ** 3, '3.0GB'],
    [2 * 1024 ** 4, '2.0TB'],
    [5000 * 1024 ** 4, '5,000.0TB'],
  ])('of %d bytes is %s', (bytes, text) => {
    expect(formatSize(bytes)).toBe(text);
  });

  it('never reads 1024 of a unit that has a larger one', () => {
    fc.assert(
      fc.property(fc.nat({ max: 2 ** 40 - 1 }), (bytes) => {
        expect(Number.parseFloat(formatSize(bytes).replaceAll(',', ''))).toBeLessThan(1024);
      }),
    );
  });
});

describe('a duration', () => {
  it.each([
    [0, '0ms'],
    [90, '90ms'],
    [99.4, '99ms'],
    [99.6, '100ms'],
    [250, '250ms'],
    [999.4, '999ms'],
    [999.6, '1s'],
    [1000, '1s'],
    [1049, '1s'],
    [1050, '1.1s'],
    [5000, '5s'],
    [6100, '6.1s'],
    [59_949, '59.9s'],
    [59_950, '1m'],
    [80_000, '1m 20s'],
    [3_599_600, '1h'],
    [3_725_000, '1h 2m'],
    [172_799_000, '47h 59m'],
    [90_061_000, '25h 1m'],
    [172_800_000, '2d'],
    [31_536_000_000, '365d'],
    [3_153_600_000_000, 'over 100 years'],
    [Number.MAX_SAFE_INTEGER, 'over 100 years'],
    [-5, '0ms'],
  ])('of %d ms is %s', (ms, text) => {
    expect(formatDuration(ms)).toBe(text);
  });
});

describe('the line under an answer', () => {
  it('says who, how long and how much', () => {
    expect(formatMeta({ durationMs: 1200, tokens: 650 })).toBe('Assistant · 1.2s · 650 tokens');
    expect(formatMeta({ name: 'coder', durationMs: 80_000, tokens: 1 })).toBe('coder · 1m 20s · 1 token');
  });

  it('leaves out what nobody knows, and keeps a zero', () => {
    expect(formatMeta({})).toBe('Assistant');
    expect(formatMeta({ tokens: 0 })).toBe('Assistant · 0 tokens');
  });
});

it('one is one, and everything else is many', () => {
  expect([0, 1, 2].map((count) => countOf(count, 'tool call'))).toEqual([
    '0 tool calls',
    '1 tool call',
    '2 tool calls',
  ]);
});

it('[issue 11, files 11] many of anything are many in English', () => {
  const nouns = ['match', 'box', 'class', 'hash', 'entry', 'day', 'page', 'more line'];
  expect(nouns.map((noun) => countOf(2, noun))).toEqual([
    '2 matches',
    '2 boxes',
    '2 classes',
    '2 hashes',
    '2 entries',
    '2 days',
    '2 pages',
    '2 more lines',
  ]);
  expect([countOf(1, 'match', '+'), countOf(1, 'match')]).toEqual(['1+ matches', '1 match']);
});

it('[issue 13] an amount has its thousands apart wherever it is written; what is a name of digits stays as it is', () => {
  expect([countOf(999, 'call'), countOf(1000, 'call'), countOf(12_440, 'match', '+')]).toEqual([
    '999 calls',
    '1,000 calls',
    '12,440+ matches',
  ]);
  expect([english.number(-1_234_567), english.number(12_440.25, 1), english.number(0.000_1)]).toEqual([
    '-1,234,567',
    '12,440.3',
    '0.0001',
  ]);
  expect(english.say('{n} failed', { n: 1234 })).toBe('1,234 failed');
  expect(english.say('{n} failed', { n: '1234' })).toBe('1234 failed');
  fc.assert(fc.property(fc.integer(), (amount) => english.number(amount).replaceAll(',', '') === String(amount)));
});
