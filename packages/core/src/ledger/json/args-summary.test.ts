import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { argsSummary, argsSummaryOf } from './args-summary.ts';
import { emptyPartialJson, feedPartialJson, type JsonNode, jsonNodeOf, jsonOf } from './growing/partial-json.ts';

function nodeOf(text: string): JsonNode {
  return jsonNodeOf(feedPartialJson(emptyPartialJson, text)) ?? { kind: 'null', complete: false };
}

describe('argsSummary', () => {
  it.each<[unknown, string]>([
    [{ query: 'dbplus', types: ['program'] }, "query: 'dbplus', types: ['program']"],
    [{}, ''],
    [{ a: 1, b: true, c: null, d: 'left out' }, 'a: 1, b: true, c: null'],
    [{ a: 0, b: false, c: '' }, "a: 0, b: false, c: ''"],
    [{ a: { b: 'c', d: [1] } }, 'a: {"b":"c","d":[1]}'],
    [{ a: ['x', 'y', 3, ['z'], { k: 'v' }] }, `a: ['x','y',3,['z'],{"k":"v"}]`],
    [{ a: [], b: {} }, 'a: [], b: {}'],
    [{ a: "it's" }, "a: 'it's'"],
    [{ n: -0, big: 1e21, not: Number.NaN, gone: undefined }, 'n: 0, big: 1e+21, not: null'],
    [['a', 'b', 'c', 'd'], "0: 'a', 1: 'b', 2: 'c'"],
    ['not an object', "'not an object'"],
    [42, '42'],
    [null, ''],
    [undefined, ''],
    [12n, '12'],
    [() => 1, 'null'],
    [Symbol('s'), 'null'],
    [JSON.parse('{"__proto__":"own","constructor":1}'), "__proto__: 'own', constructor: 1"],
  ])('case %#: %o is %s', (args, summary) => {
    expect(argsSummary(args)).toBe(summary);
  });

  it('cuts a value of more than 30 characters, its quotes counted, to 27 and three dots', () => {
    expect(argsSummary({ a: 'x'.repeat(28) })).toBe(`a: '${'x'.repeat(28)}'`);
    expect(argsSummary({ a: 'x'.repeat(29) })).toBe(`a: '${'x'.repeat(26)}...`);
    expect(argsSummary({ a: 10n ** 30n })).toBe('a: 100000000000000000000000000...');
    expect(argsSummary({ a: Array.from({ length: 50 }, () => 1) })).toBe('a: [1,1,1,1,1,1,1,1,1,1,1,1,1,...');
    expect(argsSummary({ a: { [`k${'x'.repeat(40)}`]: 1 } })).toBe(`a: {"k${'x'.repeat(24)}...`);
    expect(argsSummary({ ['k'.repeat(31)]: 1 })).toBe(`${'k'.repeat(27)}...: 1`);
  });

  it('never cuts a character in two', () => {
    expect(argsSummary({ a: '😀'.repeat(28) })).toBe(`a: '${'😀'.repeat(28)}'`);
    expect(argsSummary({ a: '😀'.repeat(29) })).toBe(`a: '${'😀'.repeat(26)}...`);
  });

  it('takes anything: deep, cyclic, huge, with accessors', () => {
    const cyclic: unknown[] = [];
    cyclic.push(cyclic);
    let deep: unknown = [];
    for (let i = 0; i < 100_000; i += 1) deep = i % 2 === 0 ? [deep] : { deep };
    const armed = Object.defineProperty({}, 'trap', {
      enumerable: true,
      get: () => {
        throw new Error('called');
      },
    });
    expect(argsSummary(cyclic)).toBe(`0: ${'['.repeat(27)}...`);
    expect(argsSummary({ deep })).toBe('deep: {"deep":[{"deep":[{"deep":[...');
    expect(argsSummary({ text: 'x'.repeat(10_000_000) })).toHaveLength(36);
    expect(argsSummary({ list: Array.from({ length: 1_000_000 }) })).toBe('list: [null,null,null,null,null,n...');
    expect(argsSummary(armed)).toBe('trap: null');
  });

  it('is of bounded length, whatever comes', () => {
    fc.assert(
      fc.property(fc.anything({ withNullPrototype: true, withBigInt: true, withSparseArray: true }), (args) => {
        expect(Array.from(argsSummary(args)).length).toBeLessThanOrEqual(3 * (30 + 2 + 30) + 2 * 2);
      }),
      { numRuns: 500 },
    );
  });
});

describe('argsSummaryOf', () => {
  /** A plain object sorts whole-number keys and keeps one of two: those are told apart below. */
  const isPlain = (value: unknown) => !/"\d+":/.test(JSON.stringify(value));

  it('says of a whole text what argsSummary says of its value', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary' }).filter(isPlain), (value) => {
        const node = nodeOf(JSON.stringify(value));
        expect(argsSummaryOf(node)).toBe(argsSummary(jsonOf(node)));
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['{"query":"db', "query: 'db'"],
    ['{"query":"dbplus","types":["pro', "query: 'dbplus', types: ['pro']"],
    ['{"query":', ''],
    ['{"b":1,"10":2,"9":3', 'b: 1, 10: 2, 9: 3'],
    ['', ''],
  ])('shows arguments as they come: %s', (text, summary) => {
    expect(argsSummaryOf(nodeOf(text))).toBe(summary);
  });

  it('reads no string past its head', () => {
    const node = nodeOf(`{"text":"${'x'.repeat(100_000)}`);
    const text = node.kind === 'object' ? node.entries.at(0)?.[1] : undefined;
    expect(text?.kind === 'string' && [text.text.length, text.head.length]).toEqual([100_000, 4096]);
    expect(argsSummaryOf(node)).toBe(`text: '${'x'.repeat(26)}...`);
  });
});
