import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  amount,
  type Check,
  flag,
  listOf,
  objectOf,
  oneOf,
  optional,
  shown,
  text,
  variantOf,
  whole,
  wholeFromOne,
} from './check.ts';

type Figure =
  | { readonly kind: 'circle'; readonly radius: number; readonly name?: string }
  | { readonly kind: 'path'; readonly points: readonly { readonly x: number; readonly y: number }[] };

const figure = variantOf<Figure, 'kind'>('kind', {
  circle: { radius: amount, name: optional(text) },
  path: { points: listOf(objectOf<{ x: number; y: number }>({ x: whole, y: whole })) },
});

function takes<T>(check: Check<T>, value: unknown): boolean {
  return check.fault(value, '') === undefined;
}

function places<T>(check: Check<T>, value: unknown, path = ''): string | undefined {
  return check.fault(value, path)?.path;
}

describe('a check', () => {
  it.each<[string, Check<never> | Check<string> | Check<number> | Check<boolean>, unknown[], unknown[]]>([
    ['text', text, ['', 'x', '\ud800'], [undefined, null, 0, [], {}, new String('x')]],
    ['flag', flag, [true, false], [undefined, null, 0, 1, 'true', '']],
    ['amount', amount, [0, -1, 1.5, Number.MAX_VALUE], [Number.NaN, Infinity, -Infinity, '1', null, 1n]],
    ['whole', whole, [0, 1, Number.MAX_SAFE_INTEGER], [-1, 0.5, 2 ** 53, Number.NaN, Infinity, '0', null, 1n]],
    ['wholeFromOne', wholeFromOne, [1, 2], [0, -1, 1.5, '1']],
  ])('%s takes these and no others', (_name, check, right, wrong) => {
    for (const value of right) expect(check.fault(value, '')).toBe(undefined);
    for (const value of wrong) expect(check.fault(value, 'at')).toMatchObject({ path: 'at', value });
  });

  it('of words takes each of them and nothing near', () => {
    const word = oneOf<'now' | 'later'>({ now: true, later: true });
    expect(['now', 'later', 'Now', '', 'toString', '__proto__', 0, ['now']].map((value) => takes(word, value))).toEqual(
      [true, true, ...Array.from({ length: 6 }, () => false)],
    );
    expect(word.fault('x', '')?.expected).toBe('"now" or "later"');
  });

  it('of a list names the first item that is wrong', () => {
    expect(takes(listOf(text), [])).toBe(true);
    expect(places(listOf(text), ['a', 1, 2], 'names')).toBe('names[1]');
    expect(places(listOf(listOf(text)), [['a'], ['b', null]], 'rows')).toBe('rows[1][1]');
    expect(places(listOf(text), { length: 0 }, 'names')).toBe('names');
  });

  it('of an object lets unknown fields through and wants the others', () => {
    const pair = objectOf<{ a: string; b?: number }>({ a: text, b: optional(amount) });
    expect(takes(pair, { a: 'x' })).toBe(true);
    expect(takes(pair, { a: 'x', b: undefined })).toBe(true);
    expect(takes(pair, { a: 'x', b: 1, c: null, constructor: 2 })).toBe(true);
    expect(places(pair, {})).toBe('a');
    expect(places(pair, { a: 'x', b: null })).toBe('b');
    expect(places(pair, { a: 'x', b: '1' }, 'pairs[3]')).toBe('pairs[3].b');
    for (const none of [null, undefined, [], 'a', 0]) expect(places(pair, none, 'pair')).toBe('pair');
  });

  it('of an object names the first field that is wrong by its own order, whatever that of the value', () => {
    const pair = objectOf<{ a: string; b: number; c?: number }>({ a: text, b: amount, c: optional(amount) });
    expect(places(pair, { c: 'x', b: 'x', a: 1 })).toBe('a');
    expect(places(pair, { c: 'x', a: 'x' })).toBe('b');
    expect(places(pair, { b: undefined, a: 'x', d: 1, e: 2 })).toBe('b');
  });

  it('of an object finds a needed field that it inherits or that no loop sees', () => {
    const one = objectOf<{ a: string }>({ a: text });
    expect(takes(one, Object.create({ a: 'x' }))).toBe(true);
    expect(takes(one, Object.defineProperty({}, 'a', { value: 'x' }))).toBe(true);
    expect(places(one, Object.defineProperty({}, 'a', { value: 1 }))).toBe('a');
  });

  it('of a union looks at its tag, then at that member alone', () => {
    expect(takes(figure, { kind: 'circle', radius: 1 })).toBe(true);
    expect(takes(figure, { kind: 'path', points: [] })).toBe(true);
    expect(places(figure, { kind: 'circle', points: [] })).toBe('radius');
    expect(places(figure, { kind: 'path', points: [{ x: 1, y: 2 }, { x: 1 }] }, 'figure')).toBe('figure.points[1].y');
    for (const kind of [
      undefined,
      null,
      'square',
      '__proto__',
      'constructor',
      ['circle'],
      { toString: () => 'circle' },
    ]) {
      expect(figure.fault({ kind, radius: 1 }, 'figure')).toMatchObject({
        path: 'figure.kind',
        expected: '"circle" or "path"',
      });
    }
  });

  it('never throws and never changes what it looks at', () => {
    fc.assert(
      fc.property(fc.anything({ withNullPrototype: true, withSparseArray: true }), (value) => {
        const frozen = typeof value === 'object' && value !== null ? Object.freeze(value) : value;
        expect(() => figure.fault(frozen, '')).not.toThrow();
        expect(() => shown(frozen)).not.toThrow();
      }),
    );
  });
});

describe('shown', () => {
  it.each<[unknown, string]>([
    [undefined, 'nothing'],
    [null, 'null'],
    ['', '""'],
    ['a"b\n', String.raw`"a\"b\n"`],
    ['x'.repeat(40), `"${'x'.repeat(40)}"`],
    ['x'.repeat(41), `"${'x'.repeat(40)}"…`],
    [-0.5, '-0.5'],
    [Number.NaN, 'NaN'],
    [true, 'true'],
    [[1], 'a list'],
    [{ a: 1 }, 'an object'],
    [1n, 'a bigint'],
    [Symbol('s'), 'a symbol'],
    [() => 1, 'a function'],
  ])('case %#', (value, words) => {
    expect(shown(value)).toBe(words);
  });
});
