import type { Json } from '@toolthread/core/json';

/**
 * When it was, in milliseconds: a date as text, or a number, also as text, of seconds, milliseconds, microseconds or nanoseconds, which
 * its size tells apart. Undefined for what is no time from 1970 to 9999, and for numbers that are too small to be one.
 */
export function timeOf(value: Json | undefined): number | undefined {
  if (typeof value === 'number') return counted(value);
  if (typeof value !== 'string') return undefined;
  if (value !== asked.value) asked = { value, at: timeInText(value) };
  return asked.at;
}

/** The last one: several parts of a reader ask for the time of the same record. */
let asked: { readonly value: string; readonly at: number | undefined } = { value: '', at: undefined };

function timeInText(value: string): number | undefined {
  if (DIGITS.test(value)) return counted(Number(value));
  const at = HAS_YEAR.test(value) ? Date.parse(value) : Number.NaN;
  return at >= 0 && at <= LAST ? at : undefined;
}

const DIGITS = /^\s*\d\d*(?:\.\d\d*)?\s*$/;
/** `Date.parse` takes `step 12` for a date too. */
const HAS_YEAR = /(?:^|\D)\d{4}(?:\D|$)/;
const LAST = Date.UTC(10_000, 0) - 1;
/** A unit ends where the next smaller one begins: these are the year 1973 in each of them. */
const UNITS: readonly (readonly [least: number, milliseconds: number])[] = [
  [1e17, 1e-6],
  [1e14, 1e-3],
  [1e11, 1],
  [1e8, 1000],
];

function counted(value: number): number | undefined {
  const unit = value < 1e20 ? UNITS.find(([least]) => value >= least) : undefined;
  return unit === undefined ? undefined : Math.round(value * unit[1]);
}
