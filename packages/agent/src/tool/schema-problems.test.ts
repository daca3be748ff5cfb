/** [L2] [A2 14] The schema is a server's, and the value a model's: neither decides how long it takes to compare them. */
import type { Json, JsonObject } from '@toolthread/core/json';
import { describe, expect, it, vi } from 'vitest';
import { schemaProblems } from './schema-problems.ts';

const times = <T>(count: number, make: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n));
/** One long part, and hundreds of places that name it. */
const named = (part: JsonObject): JsonObject => ({
  type: 'object',
  $defs: { part },
  properties: { x: { anyOf: times(900, () => ({ $ref: '#/$defs/part' })) } },
});
const LONG = 'x'.repeat(900_000);
const WIDE = Object.fromEntries(times(9000, (n) => [`k${n}`, n]));

const HOSTILE: readonly (readonly [string, JsonObject, Json])[] = [
  ['many choices and a long text', { properties: { x: { enum: times(16_000, (n) => n) } } }, LONG],
  ['a choice of many, often', named({ enum: times(6000, (n) => `n${n}`) }), 'y'],
  ['long choices, often', named({ enum: times(20, () => ({ k: 'y'.repeat(4000) })) }), { k: 'z' }],
  ['one long word that it must be, often', named({ const: 'y'.repeat(80_000) }), 'z'],
  ['many names that it needs, often', named({ required: times(8000, (n) => `n${n}`) }), {}],
  ['many types, often', named({ type: times(8000, () => 'string') }), 5],
  ['a long way to a part, often', named({ $ref: `#${'/a'.repeat(35_000)}` }), 5],
  ['parts that name themselves twice', named({ anyOf: [{ $ref: '#/$defs/part' }, { $ref: '#/$defs/part' }] }), 5],
  ['empty choices and a wide value', { properties: { x: { enum: times(16_000, () => ({})) } } }, WIDE],
  ['a long list that is as it must be, often', named({ const: times(9000, () => 1) }), times(9000, () => 1)],
];

describe('the cost of a check is bounded', () => {
  it.each(HOSTILE)('%s', (_, schema, value) => {
    let reads = 0;
    const counted = <T extends object>(given: T): T =>
      new Proxy(given, {
        get: (target, name) => {
          reads += 1;
          const got: unknown = Reflect.get(target, name);
          return typeof got === 'object' && got !== null ? counted(got) : got;
        },
        ownKeys: (target) => {
          const names = Reflect.ownKeys(target);
          reads += names.length;
          return names;
        },
      });
    const write = vi.spyOn(JSON, 'stringify');
    const split = vi.spyOn(String.prototype, 'split');
    schemaProblems(counted(schema), counted({ x: value }));
    const written = write.mock.results.reduce((sum, { value: text }) => sum + String(text).length, 0);
    const ways = split.mock.results.reduce((sum, { value: parts }) => sum + parts.length, 0);
    vi.restoreAllMocks();
    expect({ reads: reads < 1_500_000, written: written < 8_000_000, ways: ways < 500_000 }).toEqual({
      reads: true,
      written: true,
      ways: true,
    });
  });
});

it.each<[JsonObject, Json, readonly string[]]>([
  [{ enum: ['a', { b: 1, c: [2] }] }, { c: [2], b: 1 }, []],
  [{ enum: ['a', { b: 1, c: [2] }] }, { c: [3], b: 1 }, ['It must be a or {"b":1,"c":[2]}.']],
  [{ enum: [[1], 'two words'] }, [1, 2], ['It must be [1] or "two words".']],
  [{ const: null }, null, []],
  [{ const: { a: 1 } }, { a: 1, b: 2 }, ['It must be {"a":1}.']],
  [{ enum: times(30, (n) => n) }, 'x', [`It must be ${times(20, String).join(', ')} or one of 10 others.`]],
])('a choice is the same whatever the order of its members: %j of %j', (schema, value, problems) => {
  expect(schemaProblems(schema, value)).toEqual(problems);
});
