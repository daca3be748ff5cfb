import { describe, expect, it } from 'vitest';
import { newObjects } from '../../test/new-objects.ts';
import { emptyThread } from '../ledger/empty-thread.ts';
import type { Place, TimelineState } from './item.ts';
import { placeOfPart, setPlace, settlePlaces } from './places.ts';

const { timeline: empty } = emptyThread('t');

function entry(at: number): Place {
  return { where: 'entry', path: [], item: 0, entry: at };
}

function placed(step: string, parts: readonly number[], from: TimelineState = empty): TimelineState {
  return parts.reduce((timeline, part) => setPlace(timeline, step, part, entry(part)), from);
}

describe('where parts are drawn', () => {
  it('is told by step and part, in whatever order they were placed', () => {
    const timeline = placed('2|', [1], placed('1|', [3, 0, 1]));
    expect([0, 1, 2, 3, 4].map((part) => placeOfPart(timeline, '1|', part))).toEqual([
      entry(0),
      entry(1),
      undefined,
      entry(3),
      undefined,
    ]);
    expect(placeOfPart(timeline, '2|', 1)).toEqual(entry(1));
    expect(placeOfPart(timeline, '3|', 0)).toBe(undefined);
  });

  it('may change, before the step is over and after', () => {
    const open = setPlace(placed('1|', [0, 1]), '1|', 0, entry(7));
    const over = setPlace(settlePlaces(open, '1|'), '1|', 1, entry(8));
    expect([0, 1].map((part) => placeOfPart(over, '1|', part))).toEqual([entry(7), entry(8)]);
    expect([0, 1].map((part) => placeOfPart(open, '1|', part))).toEqual([entry(7), entry(1)]);
  });

  it('of a step that has none stays so when it is over', () => {
    expect(settlePlaces(empty, '1|')).toBe(empty);
  });

  it('[L5] costs an open step the same beside ten and ten thousand steps that are over', () => {
    const made = [10, 10_000].map((steps) => {
      let timeline = empty;
      for (let step = 0; step < steps; step += 1)
        timeline = settlePlaces(placed(`${step}|`, [0], timeline), `${step}|`);
      const before = placed('now|', [0], timeline);
      return newObjects(before, placed('now|', [1], before)).length;
    });
    expect(made[1]).toBe(made[0]);
  });
});
