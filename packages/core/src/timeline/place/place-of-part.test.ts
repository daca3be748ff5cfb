import { describe, expect, it } from 'vitest';
import { newObjects } from '../../../test/new-objects.ts';
import type { Place, TimelineState } from '../item.ts';
import { placeOfPart, setPlace } from './place-of-part.ts';
import { newThread } from '../timeline.ts';

const empty = newThread('t').drawn.view;

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

  it('may change', () => {
    const before = placed('1|', [0, 1]);
    const after = setPlace(before, '1|', 0, entry(7));
    expect([0, 1].map((part) => placeOfPart(after, '1|', part))).toEqual([entry(7), entry(1)]);
    expect([0, 1].map((part) => placeOfPart(before, '1|', part))).toEqual([entry(0), entry(1)]);
  });

  it('[L5] costs about the same beside ten and ten thousand other steps', () => {
    const [few = 0, many = 0] = [10, 10_000].map((steps) => {
      let timeline = empty;
      for (let step = 0; step < steps; step += 1) timeline = placed(`${step}|`, [0], timeline);
      const before = placed('now|', [0], timeline);
      return newObjects(before, placed('now|', [1], before)).length;
    });
    expect(many).toBeLessThanOrEqual(few + 8);
  });
});
