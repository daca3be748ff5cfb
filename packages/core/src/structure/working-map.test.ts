import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newObjects } from '../../test/new-objects.ts';
import { WorkingMap } from './working-map.ts';

interface Job {
  readonly n: number;
  readonly over: boolean;
}

const isOver = (job: Job): boolean => job.over;
const arbitraryJob = fc.record({ n: fc.nat(9), over: fc.boolean() });

describe('a working map', () => {
  it('does what a map does, whatever settles and works again', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom('a', 'b', '__proto__', ''), arbitraryJob), { size: 'max', maxLength: 40 }),
        (writes) => {
          const model = new Map<string, Job>();
          let map = WorkingMap.empty(isOver);
          for (const [key, job] of writes) {
            model.set(key, job);
            map = map.set(key, job);
            expect(map.get(key)).toEqual(job);
            expect(map.size).toBe(model.size);
          }
          expect(new Map(map.entries())).toEqual(model);
          for (const key of ['a', 'b', '__proto__', '', 'missing']) expect(map.has(key)).toBe(model.has(key));
        },
      ),
    );
  });

  it('[L5] changing what works costs the same beside a hundred thousand that are settled', () => {
    let map = WorkingMap.empty(isOver);
    for (let n = 0; n < 100_000; n += 1) map = map.set(`job ${n}`, { n, over: true });
    const before = map.set('now', { n: 1, over: false });
    expect(newObjects(before, before.set('now', { n: 2, over: false })).length).toBeLessThan(8);
  });

  it('leaves older versions as they were', () => {
    const before = WorkingMap.empty(isOver).set('a', { n: 1, over: false });
    const after = before.set('a', { n: 2, over: true });
    expect(before.get('a')).toEqual({ n: 1, over: false });
    expect(after.get('a')).toEqual({ n: 2, over: true });
  });
});
