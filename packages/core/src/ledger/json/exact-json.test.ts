import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changedWhole, exactJson, exactTextSteps } from './exact-json.ts';
import { emptyPartialJson, feedPartialJson, jsonNodeOf, jsonOf } from './growing/partial-json.ts';

const digits = fc.stringMatching(/^[0-9]{1,40}$/);
const aNumber = fc
  .tuple(
    fc.boolean(),
    fc.stringMatching(/^(?:0|[1-9][0-9]{0,39})$/),
    fc.option(digits, { nil: undefined }),
    fc.option(fc.stringMatching(/^[eE][+-]?[0-9]{1,4}$/), { nil: undefined }),
  )
  .map(
    ([isNegative, whole, fraction, exponent]) =>
      `${isNegative ? '-' : ''}${whole}${fraction === undefined ? '' : `.${fraction}`}${exponent ?? ''}`,
  );

/** By whole numbers alone: how many of `unit`, which both sides share, they are. */
function isEqual(one: string, other: string): boolean {
  const [a, b] = [partsOf(one), partsOf(other)];
  const least = a.exponent < b.exponent ? a.exponent : b.exponent;
  return a.count * 10n ** (a.exponent - least) === b.count * 10n ** (b.exponent - least);
}

function partsOf(text: string): { readonly count: bigint; readonly exponent: bigint } {
  const [mantissa = '', exponent = '0'] = text.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  return { count: BigInt(whole + fraction), exponent: BigInt(exponent) - BigInt(fraction.length) };
}

test('[L4] a number that is read is equal to what was written, or is the text that was written', () => {
  fc.assert(
    fc.property(aNumber, (number) => {
      const value = exactJson(`{"a":[${number}],"b":"${number}"}`);
      const [read] = (value as { a: (string | number)[] }).a;
      if (typeof read === 'string') {
        expect(read).toBe(number);
        expect(Number.isFinite(Number(number)) && isEqual(String(Number(number)), number)).toBe(false);
      } else expect(isEqual(String(read), number)).toBe(true);
    }),
    { seed: 20, numRuns: 2000 },
  );
});

test('[L4] all of the rest is what JSON.parse gives, wherever the number stands', () => {
  const text = fc.oneof(
    aNumber,
    fc.string(),
    fc.constant('"1234567890123456789,'),
    fc.constant('\\"12345678901234567890'),
  );
  const value = fc.letrec((tie) => ({
    any: fc.oneof({ maxDepth: 4 }, text, tie('list'), tie('object')),
    list: fc.array(tie('any'), { maxLength: 4 }),
    object: fc.dictionary(text, tie('any'), { maxKeys: 4 }),
  })).any;
  fc.assert(
    fc.property(value, fc.constantFrom(undefined, 1, 7), (json, space) => {
      const quoted = JSON.stringify(json, undefined, space);
      expect(exactJson(quoted)).toEqual(JSON.parse(quoted));
      expect(exactJson(`[9007199254740993,${quoted}]`)).toEqual(['9007199254740993', JSON.parse(quoted)]);
    }),
    { seed: 21, numRuns: 500 },
  );
});

test('JSON that is still coming is read by the same rule', () => {
  fc.assert(
    fc.property(aNumber, (number) => {
      const text = `{"a":${number}}`;
      const node = jsonNodeOf(feedPartialJson(emptyPartialJson, text));
      expect(node && jsonOf(node)).toEqual(exactJson(text));
    }),
    { seed: 22, numRuns: 500 },
  );
});

test.each([
  ['1234567890123456789', '1234567890123456789'],
  ['9007199254740992', 9007199254740992],
  ['9007199254740993', '9007199254740993'],
  ['1.10', 1.1],
  ['0.1000000000000000000000', 0.1],
  ['1e23', 1e23],
  ['1e999', '1e999'],
  ['1e-999', '1e-999'],
  ['0e999', 0],
  ['-12345678901234567890', '-12345678901234567890'],
  [`1${'0'.repeat(200_000)}1`, `1${'0'.repeat(200_000)}1`],
])('%.40s', (text, value) => {
  expect(exactJson(text)).toBe(value);
});

test('what is no JSON stays none, though quotes would make it JSON', () => {
  for (const text of ['{12345678901234567890:1}', '[012345678901234567890]', '12345678901234567890.', ''])
    expect(() => exactJson(text)).toThrow(SyntaxError);
});

test('a whole number that would be changed is found; of a fraction the nearest is meant', () => {
  expect(changedWhole('{"id":[1,12345678901234567890]}')).toBe('12345678901234567890');
  expect(changedWhole('{"a":1e999}')).toBe('1e999');
  expect(
    changedWhole('{"id":"12345678901234567890","pi":3.14159265358979323846,"n":1234567890123456}'),
  ).toBeUndefined();
});

test('M3: a long text with long numbers is looked through in steps of 50,000 characters, in strings and between them', () => {
  const id = '12345678901234567890';
  for (const text of [`["${id}","${'word '.repeat(100_000)}",${id}]`, `[${id},${'1,'.repeat(250_000)}${id}]`]) {
    const steps = [...exactTextSteps(text)].length;
    expect(steps).toBeGreaterThanOrEqual(Math.floor(text.length / 50_100));
    expect(exactJson(text)).toEqual(JSON.parse(text.replaceAll(new RegExp(`(?<!")${id}`, 'g'), `"${id}"`)));
  }
});
