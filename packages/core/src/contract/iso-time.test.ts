import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isoTime, parseIsoTime } from './iso-time.ts';

const LIMIT = 8_640_000_000_000_000;
const moment = fc.oneof(
  fc.integer({ min: -LIMIT, max: LIMIT }),
  fc.integer({ min: 0, max: 4_102_444_800_000 }),
  fc.integer({ min: -62_200_000_000_000, max: -62_000_000_000_000 }),
);

test('a time is written as Date writes it, over all the years Date knows', () => {
  fc.assert(
    fc.property(moment, (ms) => {
      expect(isoTime(ms)).toBe(new Date(ms).toISOString());
    }),
  );
  for (const ms of [0, -1, LIMIT, -LIMIT, 951_782_400_000, 951_868_800_000, -62_167_219_200_000, -62_167_219_200_001]) {
    expect(isoTime(ms)).toBe(new Date(ms).toISOString());
  }
});

test('a fraction of a millisecond is dropped as Date drops it', () => {
  fc.assert(
    fc.property(fc.double({ min: -1e13, max: 1e13, noNaN: true }), (ms) => {
      expect(isoTime(ms)).toBe(new Date(ms).toISOString());
    }),
  );
});

test('every number is some time, and its text is read back', () => {
  fc.assert(
    fc.property(fc.double(), (ms) => {
      expect(parseIsoTime(isoTime(ms))).not.toBeUndefined();
    }),
  );
  expect(isoTime(Number.NaN)).toBe('1970-01-01T00:00:00.000Z');
  expect(isoTime(Infinity)).toBe(new Date(LIMIT).toISOString());
  expect(isoTime(-Infinity)).toBe(new Date(-LIMIT).toISOString());
});

test('what was written is read back to the millisecond', () => {
  fc.assert(
    fc.property(moment, (ms) => {
      expect(parseIsoTime(isoTime(ms))).toBe(ms);
    }),
  );
});

test('zones and fractions are read as Date reads them', () => {
  const two = (value: number): string => String(value).padStart(2, '0');
  const zone = fc
    .tuple(fc.constantFrom('+', '-'), fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
    .map(([sign, hour, minute]) => `${sign}${two(hour)}:${two(minute)}`);
  const fraction = fc.constantFrom('', '.1', '.12', '.123', '.123456', '.999999999');
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4e12 }), fraction, fc.oneof(zone, fc.constant('Z')), (ms, part, offset) => {
      const text = `${isoTime(ms).slice(0, 19)}${part}${offset}`;
      expect(parseIsoTime(text)).toBe(Date.parse(text));
    }),
  );
});

test('the forms other back ends write are read: no seconds, a space, no colon, a date alone, the end of a day', () => {
  const noon = Date.UTC(2026, 0, 16, 12);
  expect(parseIsoTime('2026-01-16T12:00Z')).toBe(noon);
  expect(parseIsoTime('2026-01-16 12:00:00')).toBe(noon);
  expect(parseIsoTime('2026-01-16T13:00:00+0100')).toBe(noon);
  expect(parseIsoTime('2026-01-16T13:00:00+01')).toBe(noon);
  expect(parseIsoTime('2026-01-16')).toBe(Date.UTC(2026, 0, 16));
  expect(parseIsoTime('2026-01-16T24:00:00Z')).toBe(Date.UTC(2026, 0, 17));
});

test('a text that names no moment gives none', () => {
  const wrong = ['', 'now', '2026-13-01', '2026-00-10', '2026-02-30', '2025-02-29', '2026-04-31', '2026-01-00'];
  const late = ['2026-01-16T24:00:01Z', '2026-01-16T12:60:00Z', '2026-01-16T12:00:60Z', '2026-01-16T12:00:00+24:00'];
  for (const text of [
    ...wrong,
    ...late,
    '-000000-01-01',
    '+999999-01-01',
    '2026-01-16T12:00:00Zjunk',
    '１２３４-01-01',
  ]) {
    expect([text, parseIsoTime(text)]).toEqual([text, undefined]);
  }
});

test('any text, however long, is read or refused without a throw', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const ms = parseIsoTime(text);
      expect(ms === undefined || Number.isInteger(ms)).toBe(true);
    }),
  );
  expect(parseIsoTime(`2026-01-16T12:00:00.${'1'.repeat(10_000_000)}Z`)).toBeUndefined();
});
