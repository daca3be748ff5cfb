import fc from 'fast-check';
import { expect, it } from 'vitest';
import { changeFor, currentMaker } from './maker.ts';
import { PersistentMap } from './persistent-map.ts';

const anyChange = fc.tuple(
  fc.constantFrom('set' as const, 'set' as const, 'delete' as const),
  fc.integer({ min: 0, max: 300 }).map((n) => `|${n >> 3}|${n & 7}`),
  fc.nat(5),
);
type Change = [kind: 'set' | 'delete', key: string, value: number];

function changed(map: PersistentMap<number>, changes: readonly Change[]): PersistentMap<number> {
  return changes.reduce((now, [kind, key, value]) => (kind === 'set' ? now.set(key, value) : now.delete(key)), map);
}

it('what is changed in place is, in the end, what copies give, and the map it began with is as it was', () => {
  const anyChanges = fc.array(anyChange, { maxLength: 150 });
  fc.assert(
    fc.property(anyChanges, anyChanges, anyChanges, (first, inPlace, later) => {
      const before = changed(PersistentMap.empty(), first);
      const copyOfBefore = changed(PersistentMap.empty(), first);
      const worked = changeFor({ name: 'test' }, () => changed(before, inPlace));
      expect(before).toEqual(copyOfBefore);
      expect(worked).toEqual(changed(copyOfBefore, inPlace));

      const copyOfWorked = changed(copyOfBefore, inPlace);
      const after = changed(worked, later);
      expect(worked).toEqual(copyOfWorked);
      expect(after).toEqual(changed(copyOfWorked, later));
    }),
  );
});

it('what one maker made, another leaves as it is', () => {
  const first = changeFor({ name: 'first' }, () => PersistentMap.empty<number>().set('a', 1).set('b', 2));
  changeFor({ name: 'second' }, () => first.set('a', 9).set('c', 3));
  expect(first.toJSON()).toEqual([
    ['a', 1],
    ['b', 2],
  ]);
});

it('the work is over even when it throws', () => {
  expect(() =>
    changeFor({ name: 'test' }, () => {
      throw new Error('stop');
    }),
  ).toThrow('stop');
  expect(currentMaker()).toBeUndefined();
});
