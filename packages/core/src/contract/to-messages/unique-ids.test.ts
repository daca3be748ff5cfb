import fc from 'fast-check';
import { expect, test } from 'vitest';
import { UniqueIds } from './unique-ids.ts';

test('the first that wants an id keeps it', () => {
  const ids = new UniqueIds();
  expect(ids.take('step_1')).toBe('step_1');
  expect(ids.take('step_1')).toBe('step_1~2');
  expect(ids.take('step_1')).toBe('step_1~3');
});

test('a preferred id comes before its own, where it is free and says something', () => {
  const ids = new UniqueIds();
  expect(ids.take('step_1', 'msg_001')).toBe('msg_001');
  expect(ids.take('step_2', 'msg_001')).toBe('step_2');
  expect(ids.take('step_2', 'msg_001')).toBe('step_2~2');
  expect(ids.take('step_3', '')).toBe('step_3');
  expect(ids.take('')).toBe('~2');
});

test('whatever is wished for, no id is given twice, and the same wishes give the same ids', () => {
  const wish = fc.constantFrom('a', 'a~2', 'a~3', 'a~2~2', '', '__proto__', 'constructor');
  fc.assert(
    fc.property(fc.array(fc.tuple(wish, fc.option(wish, { nil: undefined }))), (wishes) => {
      const give = (): string[] => {
        const ids = new UniqueIds();
        return wishes.map(([own, preferred]) => ids.take(own, preferred));
      };
      const given = give();
      expect(new Set(given).size).toBe(given.length);
      expect(given).not.toContain('');
      expect(give()).toEqual(given);
    }),
  );
});

test('a hundred thousand equal wishes are no harder than as many different ones', () => {
  const ids = new UniqueIds();
  const given = new Set(Array.from({ length: 100_000 }, () => ids.take('same')));
  expect(given.size).toBe(100_000);
});
