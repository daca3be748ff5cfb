import { isFields } from '../json/fields.ts';
/**
 * Checks of foreign data. A check says what it expected and where, or nothing; it never throws and never changes
 * the data.
 *
 * `Check<T>` is invariant in T: the compiler takes neither a check that lets too much through nor one that forgets
 * a case.
 */
export interface Check<T> extends AnyCheck {
  readonly checked?: (value: T) => T;
}

export interface AnyCheck {
  readonly fault: (value: unknown, path: string) => Fault | undefined;
  /** What it knows of what is inside; nothing if anything may. */
  readonly inside?: Inside;
}

type Inside =
  | { readonly of: 'list'; readonly item: AnyCheck }
  | { readonly of: 'object'; readonly rules: Rules }
  | { readonly of: 'variant'; readonly tag: string; readonly checks: ReadonlyMap<unknown, AnyCheck> };

export interface Fault {
  /** Where, from the checked value on: `parts[2].source.hash`. */
  readonly path: string;
  readonly expected: string;
  readonly value: unknown;
}

/** A check for a field that may be absent. */
export interface OptionalCheck<T> {
  readonly optional: Check<T>;
}

/** A check for every field of T, optional exactly where T says so. Fields that T does not have are let through. */
export type Shape<T> = {
  readonly [K in keyof T]-?: Record<never, never> extends Pick<T, K>
    ? OptionalCheck<Exclude<T[K], undefined>>
    : Check<T[K]>;
};

export const text: Check<string> = check('a string', (value) => typeof value === 'string');
export const flag: Check<boolean> = check('true or false', (value) => typeof value === 'boolean');
export const amount: Check<number> = check('a number', (value) => Number.isFinite(value));
/** A place, a count or a size. */
export const whole: Check<number> = check('a whole number', (value) => isWhole(value, 0));
export const wholeFromOne: Check<number> = check('a whole number from 1', (value) => isWhole(value, 1));

/** `check<string>('a string', (value) => typeof value === 'string')` */
export function check<T>(expected: string, isRight: (value: unknown) => boolean): Check<T> {
  return { fault: (value, path) => (isRight(value) ? undefined : { path, expected, value }) };
}

/** `oneOf<'now' | 'later'>({ now: true, later: true })`: a record, so that the compiler demands every word. */
export function oneOf<T extends string>(words: { readonly [Word in T]: true }): Check<T> {
  const known = Object.keys(words);
  return check(known.map(quoted).join(' or '), (value) => typeof value === 'string' && known.includes(value));
}

/** `listOf(text)` */
export function listOf<T>(item: Check<T>): Check<readonly T[]> {
  return {
    fault(value, path) {
      if (!Array.isArray(value)) return { path, expected: 'a list', value };
      for (let i = 0; i < value.length; i += 1) {
        const fault = item.fault(value[i], `${path}[${i}]`);
        if (fault !== undefined) return fault;
      }
      return undefined;
    },
    inside: { of: 'list', item },
  };
}

/** `objectOf<{ label: string }>({ label: text })` */
export function objectOf<T>(shape: Shape<T>): Check<T> {
  const entries: [string, AnyCheck | { readonly optional: AnyCheck }][] = Object.entries(shape);
  const rules = new Map<string, Rule>();
  for (const [field, rule] of entries) {
    rules.set(field, 'optional' in rule ? { check: rule.optional, needed: 0 } : { check: rule, needed: 1 });
  }
  const needed = entries.filter(([, rule]) => !('optional' in rule)).length;
  return {
    fault(value, path) {
      if (!isFields(value)) return { path, expected: 'an object', value };
      return isMet(rules, needed, value) ? undefined : firstFault(rules, value, path);
    },
    inside: { of: 'object', rules },
  };
}

interface Rule {
  readonly check: AnyCheck;
  readonly needed: 0 | 1;
}
type Rules = ReadonlyMap<string, Rule>;
type Fields = { readonly [field: string]: unknown };

/** Looks at the fields that are there, not at all that may be: this runs for every event, and most have few. */
function isMet(rules: Rules, needed: number, value: Fields): boolean {
  let met = 0;
  for (const field in value) {
    const rule = rules.get(field);
    const found = value[field];
    if (rule === undefined || found === undefined) continue;
    if (!isPlainlyRight(rule.check, found) && rule.check.fault(found, '') !== undefined) return false;
    met += rule.needed;
  }
  return met === needed;
}

/** Most fields are one of these, and right: it takes no call to see it. */
function isPlainlyRight(rule: AnyCheck, value: unknown): boolean {
  if (typeof value === 'string') return rule === text;
  return (
    typeof value === 'number' && ((rule === whole && isWhole(value, 0)) || (rule === amount && Number.isFinite(value)))
  );
}

function firstFault(rules: Rules, value: Fields, path: string): Fault | undefined {
  for (const [field, { check: rule, needed }] of rules) {
    const found = value[field];
    if (needed === 0 && found === undefined) continue;
    const fault = rule.fault(found, within(path, field));
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** A union told apart by one field: `variantOf<Shape, 'kind'>('kind', { circle: …, square: … })`. */
export function variantOf<T extends { readonly [Tag in K]: string }, K extends string>(
  tag: K,
  shapes: { readonly [Word in T[K]]: Shape<Omit<Extract<T, { readonly [Tag in K]: Word }>, K>> },
): Check<T> {
  const words: [string, Shape<unknown>][] = Object.entries(shapes);
  const checks = new Map<unknown, AnyCheck>(words.map(([word, shape]) => [word, objectOf(shape)]));
  const expected = words.map(([word]) => quoted(word)).join(' or ');
  return {
    fault(value, path) {
      if (!isFields(value)) return { path, expected: 'an object', value };
      const variant = checks.get(value[tag]);
      if (variant !== undefined) return variant.fault(value, path);
      return { path: within(path, tag), expected, value: value[tag] };
    },
    inside: { of: 'variant', tag, checks },
  };
}

export function within(path: string, field: string): string {
  return path === '' ? field : `${path}.${field}`;
}

/** `optional(text)` */
export function optional<T>(rule: Check<T>): OptionalCheck<T> {
  return { optional: rule };
}

/** A foreign value in a reason: short, on one line, whatever it is. `shown('x') === '"x"'` */
export function shown(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'string') return value.length > 40 ? `${quoted(value.slice(0, 40))}…` : quoted(value);
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return String(value);
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

function quoted(value: string): string {
  return JSON.stringify(value);
}

function isWhole(value: unknown, from: number): boolean {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= from;
}

/** Whether a foreign value is what the check expects: `meets(text, 'x') === true` */
export function meets<T>(rule: Check<T>, value: unknown): value is T {
  return rule.fault(value, '') === undefined;
}
