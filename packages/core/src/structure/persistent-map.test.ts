import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newObjects } from '../../test/new-objects.ts';
import { hashKey } from './hash-key.ts';
import { PersistentMap } from './persistent-map.ts';

/** Found by trying forty million keys: all of a row have one hash. */
const COLLIDING = [
  ['call_lj2m', 'call_2r2j5', 'call_31t1v', 'call_n176u'],
  ['call_ywf6', 'call_5fqyc', 'call_g9r02', 'call_lyei6'],
];
const HOSTILE = ['__proto__', 'constructor', 'hasOwnProperty', 'toString', '', '\ud800', '\0', '😀', 'é', 'e\u0301'];

const anyKey = fc.oneof(
  fc.constantFrom(...COLLIDING.flat(), ...HOSTILE),
  fc.integer({ min: 0, max: 200 }).map((n) => `|${n >> 3}|${n & 7}`),
  fc.string(),
);
const anyChange = fc.oneof(
  fc.record({ do: fc.constant('set' as const), key: anyKey, value: fc.option(fc.integer(), { nil: undefined }) }),
  fc.record({ do: fc.constant('delete' as const), key: anyKey, value: fc.constant(undefined) }),
  fc.record({
    do: fc.constant('set all' as const),
    values: fc.array(fc.tuple(anyKey, fc.integer()), { maxLength: 90 }),
  }),
);

interface Pair {
  readonly map: PersistentMap<number | undefined>;
  readonly model: ReadonlyMap<string, number | undefined>;
}

function mapOf<V>(entries: Iterable<readonly [string, V]>): PersistentMap<V> {
  let map = PersistentMap.empty<V>();
  for (const [key, value] of entries) map = map.set(key, value);
  return map;
}

function numbered(size: number): PersistentMap<number> {
  return mapOf(Array.from({ length: size }, (_, i) => [`|${i >> 3}|${i & 7}`, i] as const));
}

function expectSame({ map, model }: Pair): void {
  expect(map.size).toBe(model.size);
  const entries = [...map.entries()];
  expect(entries.length).toBe(model.size);
  expect(new Map(entries)).toEqual(model);
  for (const key of [...model.keys(), ...COLLIDING.flat(), ...HOSTILE, 'never set']) {
    expect(map.get(key)).toBe(model.get(key));
    expect(map.has(key)).toBe(model.has(key));
  }
}

describe('a persistent map', () => {
  it('does what a Map does, and its older versions stay as they were', () => {
    fc.assert(
      fc.property(fc.array(anyChange, { maxLength: 60 }), (changes) => {
        const versions: Pair[] = [{ map: PersistentMap.empty(), model: new Map() }];
        for (const change of changes) {
          const { map, model } = versions.at(-1)!;
          const next = new Map(model);
          if (change.do === 'set all') {
            for (const [key, value] of change.values) next.set(key, value);
            const set = map.setAll(change.values);
            expect([...set]).toEqual([...mapOf([...map, ...change.values])]);
            versions.push({ map: set, model: next });
            continue;
          }
          if (change.do === 'set') next.set(change.key, change.value);
          else next.delete(change.key);
          const changed = change.do === 'set' ? map.set(change.key, change.value) : map.delete(change.key);
          versions.push({ map: changed, model: next });
        }
        versions.forEach(expectSame);
      }),
    );
  });

  it('is the same trie for the same entries, in whatever order they came and went', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(anyKey, { maxLength: 40 }),
        fc.uniqueArray(anyKey, { maxLength: 40 }),
        (kept, gone) => {
          const stays = new Set(kept);
          let map = mapOf([...gone, ...kept].map((key) => [key, key] as const));
          for (const key of gone.toReversed()) if (!stays.has(key)) map = map.delete(key);
          const direct = mapOf(kept.toReversed().map((key) => [key, key] as const));
          expect(map).toStrictEqual(direct);
          expect([...map.entries()]).toStrictEqual([...direct.entries()]);
          expect(JSON.stringify(map)).toBe(JSON.stringify(direct));
        },
      ),
    );
  });

  it('is told from another by deep equality, even of the same size', () => {
    expect(mapOf([['a', 1]])).not.toEqual(mapOf([['a', 2]]));
    expect(mapOf([['a', 1]])).not.toEqual(mapOf([['b', 1]]));
    const [first = '', second = '', third = ''] = COLLIDING[0]!;
    const pair = mapOf([
      [first, 1],
      [second, 2],
    ] as const);
    expect(pair).not.toEqual(
      mapOf([
        [first, 1],
        [third, 2],
      ] as const),
    );
    expect(pair).not.toEqual(
      mapOf([
        [first, 2],
        [second, 1],
      ] as const),
    );
  });

  it('keeps keys apart whose hashes collide', () => {
    for (const keys of COLLIDING) {
      expect(new Set(keys.map(hashKey)).size).toBe(1);
      let map = mapOf(keys.map((key, i) => [key, i] as const));
      keys.forEach((key, i) => expect(map.get(key)).toBe(i));
      const [first = ''] = keys;
      map = map.set(first, 100);
      expect(map.size).toBe(keys.length);
      expect(map.get(first)).toBe(100);
      for (const key of keys) {
        map = map.delete(key);
        expect(map.has(key)).toBe(false);
      }
      expect(map).toStrictEqual(PersistentMap.empty());
    }
  });

  it('gives itself where nothing changes', () => {
    const map = numbered(100).set('nothing', Number.NaN);
    expect(map.set('|1|1', 9)).toBe(map);
    expect(map.set('nothing', Number.NaN)).toBe(map);
    expect(map.delete('never set')).toBe(map);
  });

  it('tells a key whose value is undefined from no key', () => {
    const map = PersistentMap.empty<undefined>().set('a', undefined);
    expect([map.has('a'), map.has('b'), map.size]).toEqual([true, false, 1]);
    expect(map.delete('a').has('a')).toBe(false);
  });

  it('is written to JSON sorted by key', () => {
    expect(
      JSON.stringify(
        mapOf([
          ['b', 1],
          ['__proto__', 2],
          ['a', 3],
        ]),
      ),
    ).toBe('[["__proto__",2],["a",3],["b",1]]');
  });

  it('holds a hundred thousand keys', () => {
    const map = numbered(100_000);
    expect(map.size).toBe(100_000);
    expect([...map.entries()].length).toBe(100_000);
    expect([...map.entries()].every(([key, value]) => map.get(key) === value)).toBe(true);
  });
});

it('[L5] set and delete make a bounded number of new nodes whatever the size', () => {
  for (const size of [1, 10, 1000, 33_000]) {
    const map = numbered(size);
    for (const next of [map.set('new', 1), map.set('|0|0', -1), map.delete('|0|0')]) {
      const made = newObjects(map, next);
      // The map, the entry, and at each of at most seven levels a branch and its array; a few levels are usual.
      expect(made.length).toBeLessThanOrEqual(12);
      expect(made.filter(Array.isArray).every((array) => array.length <= 32)).toBe(true);
    }
  }
});

it('hashes near keys far apart', () => {
  const makers = [(i: number) => `|${i >> 3}|${i & 7}`, (i: number) => `agent:x|${i}|0`, (i: number) => `toolu_${i}`];
  for (const make of makers) {
    const low = new Map<number, number>();
    for (let i = 0; i < 32_000; i += 1) {
      const bucket = hashKey(make(i)) & 1023;
      low.set(bucket, (low.get(bucket) ?? 0) + 1);
    }
    expect(low.size).toBe(1024);
    expect(Math.max(...low.values())).toBeLessThan(80);
  }
});

it('gives its values in the order of its entries', () => {
  const map = numbered(70);
  expect([...map.values()]).toEqual(Array.from(map.entries(), ([, value]) => value));
  expect([...PersistentMap.empty().values()]).toEqual([]);
});
