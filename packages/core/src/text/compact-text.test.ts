import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compactText } from './compact-text.ts';

describe('a value as one text', () => {
  it.each([
    ['as it is', 'as it is'],
    ['', ''],
    [0, '0'],
    [false, 'false'],
    [null, 'null'],
    [Number.NaN, 'NaN'],
    [[], '[]'],
    [{}, '{}'],
    [['uname', '-a'], '["uname", "-a"]'],
    [{ b: 1, a: [true, null, { é: 'ü' }] }, '{"a": [true, null, {"é": "ü"}], "b": 1}'],
    [JSON.parse('{"__proto__": {"x": 1}, "constructor": 2}'), '{"__proto__": {"x": 1}, "constructor": 2}'],
    [{ kept: 1, dropped: undefined }, '{"kept": 1}'],
    [[undefined, 1], '[null, 1]'],
    [new Date(0), '"1970-01-01T00:00:00.000Z"'],
    [new TypeError('no such file'), 'no such file'],
    [new TypeError(''), 'TypeError'],
    [{ tried: [new Error('no')] }, '{"tried": ["no"]}'],
    ['a\nb', 'a\nb'],
    [['a\nb', '\ud800'], '["a\\nb", "\\ud800"]'],
  ])('%j', (value, text) => {
    expect(compactText(value)).toBe(text);
  });

  it('is JSON that says the same, with its keys in order', () => {
    const sorted = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(sorted);
      if (typeof value !== 'object' || value === null) return value;
      return Object.fromEntries(
        Object.entries(value)
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([key, member]) => [key, sorted(member)]),
      );
    };
    // Letters only: the model, made of objects and `JSON.parse`, is wrong about integer-like keys and about escaped ones.
    const keys = fc.string({ unit: fc.constantFrom('a', 'B', 'é', '_', '😀', '\u2028'), maxLength: 5 });
    const value = fc.object({ key: keys, withNullPrototype: false });
    fc.assert(
      fc.property(value, (any) => {
        const json: unknown = JSON.parse(JSON.stringify(any));
        const text = compactText(json);
        expect(JSON.stringify(JSON.parse(text))).toBe(JSON.stringify(sorted(json)));
      }),
    );
  });
});

describe('what JSON cannot say', () => {
  it.each([
    ['a bigint', 10n, '10'],
    ['undefined', undefined, 'undefined'],
    ['a symbol', Symbol('s'), 'Symbol(s)'],
  ])('%s is said as String says it', (_, value, text) => {
    expect(compactText(value)).toBe(text);
  });

  it('inside of what it can say, the rest is said', () => {
    const circle: { [name: string]: unknown } = { big: 10n, list: [-1n, 'x'] };
    expect(compactText(circle)).toBe('{"big": 10, "list": [-1, "x"]}');
    circle['self'] = [circle];
    expect(compactText(circle)).toBe('{"big": 10, "list": [-1, "x"], "self": ["[circular]"]}');
    expect(compactText(Object.assign(Object.create(null), { a: 10n }))).toBe('{"a": 10}');
  });

  it('the same value twice is no circle', () => {
    const shared = { a: 1 };
    expect(compactText([shared, shared])).toBe('[{"a": 1}, {"a": 1}]');
  });

  it('that refuses to be read, or to be said, is named by its type', () => {
    const refusal = {
      get a(): never {
        throw new Error('no');
      },
    };
    expect(compactText(refusal)).toBe('[object]');
  });

  it('that makes itself up without end, ends', () => {
    const endless = (): unknown => ({ toJSON: () => [endless()] });
    expect(compactText(endless())).toContain('"[too deep]"');
  });
});

describe('cost', () => {
  it('depth is no recursion', () => {
    let deep: unknown = 1;
    for (let level = 0; level < 50_000; level += 1) deep = [deep];
    expect(compactText(deep)).toBe(`${'['.repeat(50_000)}1${']'.repeat(50_000)}`);
    for (let level = 0; level < 200_000; level += 1) deep = [deep];
    expect(typeof compactText(deep)).toBe('string');
  });

  it('what is enough is enough', () => {
    const large = Array.from({ length: 1_000_000 }, () => 'item');
    const whole = compactText(large.slice(0, 100));
    expect(compactText(large, 50).length).toBeLessThan(70);
    expect(whole.startsWith(compactText(large, 50))).toBe(true);
  });
});
