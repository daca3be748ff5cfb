import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newObjects } from '../../test/new-objects.ts';
import { vectorDifferences } from './vector-differences.ts';
import { Vector } from './vector.ts';

/** Around each length at which the tail fills or the tree grows a level: 32, 32² + 32, 32³ + 32. */
const EDGES = [0, 1, 31, 32, 33, 63, 64, 65, 1023, 1024, 1025, 1055, 1056, 1057, 1088, 1089];
const FAR_EDGES = [32_767, 32_768, 32_799, 32_800, 32_801, 32_832, 32_833];

interface Pair {
  readonly vector: Vector<number>;
  readonly model: readonly number[];
}

type Change =
  | { readonly do: 'append'; readonly value: number; readonly times: number }
  | { readonly do: 'set'; readonly place: number; readonly value: number };

const anyChange: fc.Arbitrary<Change> = fc.oneof(
  fc.record({ do: fc.constant('append' as const), value: fc.integer(), times: fc.integer({ min: 1, max: 70 }) }),
  fc.record({ do: fc.constant('set' as const), place: fc.nat(), value: fc.integer() }),
);

function numbers(length: number): number[] {
  return Array.from({ length }, (_, i) => i);
}

function appended(length: number): Vector<number> {
  let vector = Vector.empty<number>();
  for (let i = 0; i < length; i += 1) vector = vector.append(i);
  return vector;
}

function apply({ vector, model }: Pair, change: Change): Pair {
  if (change.do === 'append') {
    const added = Array.from({ length: change.times }, (_, i) => change.value + i);
    return { vector: added.reduce((list, value) => list.append(value), vector), model: [...model, ...added] };
  }
  const place = change.place % (model.length + 1);
  return {
    vector: vector.set(place, change.value),
    model: place < model.length ? model.with(place, change.value) : model,
  };
}

function expectSame({ vector, model }: Pair): void {
  expect(vector.length).toBe(model.length);
  expect(vector.toArray()).toEqual(model);
  expect([...vector]).toEqual(model);
  expect(vector.last()).toBe(model.at(-1));
  expect(model.findIndex((value, i) => vector.at(i) !== value)).toBe(-1);
  expect(vector.at(model.length)).toBe(undefined);
}

describe('a vector', () => {
  it.each([
    ['near', EDGES, 60],
    ['far', FAR_EDGES, 8],
  ])('does what an array does, and its older versions stay as they were (%s edges)', (_name, edges, numRuns) => {
    fc.assert(
      fc.property(fc.constantFrom(...edges), fc.array(anyChange, { maxLength: 8 }), (length, changes) => {
        const versions: Pair[] = [{ vector: appended(length), model: numbers(length) }];
        for (const change of changes) versions.push(apply(versions.at(-1)!, change));
        versions.forEach(expectSame);
      }),
      { numRuns },
    );
  });

  it('branches: two lists grown from one do not see each other', () => {
    for (const length of EDGES) {
      const base = appended(length);
      const [left, right] = [base.append(-1).append(-3), base.append(-2)];
      expectSame({ vector: left, model: [...numbers(length), -1, -3] });
      expectSame({ vector: right, model: [...numbers(length), -2] });
      expect(base.toArray()).toEqual(numbers(length));
    }
  });

  it.each([...EDGES, ...FAR_EDGES])('is the same tree whether made at once or by appending: %i', (length) => {
    expect(Vector.treeOf(Vector.from(numbers(length)))).toStrictEqual(Vector.treeOf(appended(length)));
  });

  it('is told from another by deep equality, however far down they differ', () => {
    const list = appended(1100);
    for (const index of [0, 31, 32, 1023, 1024, 1099]) {
      expect(list.set(index, index)).toStrictEqual(list);
      expect(list.set(index, -1)).not.toStrictEqual(list);
      expect(list.set(index, -1)).not.toEqual(list);
    }
  });

  it('is compared in linear time, however deep lists stand in lists', () => {
    const nest = (depth: number): Vector<unknown> => (depth === 0 ? Vector.empty() : Vector.from([nest(depth - 1)]));
    expect(nest(200)).toStrictEqual(nest(200));
    expect(nest(200)).not.toStrictEqual(nest(199));
  });

  it('changes nothing at a place it does not have, and has nothing there', () => {
    const list = appended(40);
    for (const place of [-1, 40, 41, 0.5, 39.5, Number.NaN, Infinity, -Infinity, 2 ** 32, 2 ** 32 + 1, 2 ** 53]) {
      expect(list.at(place)).toBe(undefined);
      expect(list.set(place, -1)).toBe(list);
    }
  });

  it('holds undefined, arrays and holes as values', () => {
    const list = Vector.from<unknown>([undefined, [1, 2], []])
      .append([3])
      .append(undefined);
    expect(list.toArray()).toEqual([undefined, [1, 2], [], [3], undefined]);
    expect(list.length).toBe(5);
  });

  it('is mapped and filtered as an array is', () => {
    for (const length of EDGES) {
      const list = appended(length);
      expect(list.map((item, index) => [item, index])).toEqual(numbers(length).map((item, index) => [item, index]));
      expect(list.filter((item, index) => (item + index) % 3 === 0)).toEqual(
        numbers(length).filter((item, index) => (item + index) % 3 === 0),
      );
    }
  });

  it('is written to JSON as an array', () => {
    expect(JSON.stringify({ list: appended(40) })).toBe(JSON.stringify({ list: numbers(40) }));
    expect(JSON.stringify(Vector.empty())).toBe('[]');
  });
});

describe('cost', () => {
  it('[L5] append and set make a bounded number of new nodes whatever the length', () => {
    for (const length of [...EDGES, ...FAR_EDGES]) {
      const list = appended(length);
      const changed = [list.append(-1), ...[0, length >> 1, length - 1].map((place) => list.set(place, -1))];
      for (const next of changed) {
        const made = newObjects(list, next);
        // The list, its tail or a leaf, and at each of at most four levels a branch and its array.
        expect(made.length).toBeLessThanOrEqual(10);
        expect(made.filter(Array.isArray).every((array) => array.length <= 32)).toBe(true);
      }
    }
  });

  it('[L5] a leaf takes no more room than its items', () => {
    const made = newObjects(undefined, appended(32_800));
    const slots = made.filter(Array.isArray).reduce((sum, array) => sum + array.length, 0);
    expect(slots).toBeLessThan(32_800 * 1.05);
  });
});

describe('what differs between two vectors', () => {
  it('is what differs between the arrays, whatever came between them', () => {
    const changes = fc.array(anyChange, { maxLength: 12 });
    fc.assert(
      fc.property(fc.constantFrom(...EDGES), changes, changes, (length, some, others) => {
        const first: Pair = { vector: appended(length), model: numbers(length) };
        const [one, other] = [some.reduce(apply, first), others.reduce(apply, first)];
        const places = numbers(Math.max(one.model.length, other.model.length));
        const wanted = places.filter((at) => one.model[at] !== other.model[at]);
        expect([...vectorDifferences(one.vector, other.vector)]).toEqual(wanted);
      }),
      { seed: 7 },
    );
  });
});
