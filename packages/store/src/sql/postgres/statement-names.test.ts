import { expect, test } from 'vitest';
import { StatementNames } from './statement-names.ts';

function often(names: StatementNames, text: string): string | undefined {
  for (let n = 0; n < 20; n += 1) names.of(text);
  return names.of(text);
}

test('[L6] a name means the same statement at every node, whatever each has prepared before', () => {
  const [a, b] = [new StatementNames(), new StatementNames()];
  expect(often(a, 'select 1')).toBeDefined();
  expect(often(a, 'select 2')).not.toBe(often(a, 'select 1'));
  expect(often(b, 'select 2')).toBe(often(a, 'select 2'));
});

test('what comes seldom has no name, and so has everything where names are not known', () => {
  const names = new StatementNames();
  expect(names.of('select 1')).toBeUndefined();
  expect(often(names, 'select 1')).toBeDefined();
  names.noteFailure('23505');
  expect(names.of('select 1')).toBeDefined();
  names.noteFailure('26000');
  expect(names.of('select 1')).toBeUndefined();
});

test('few have names, however many come often', () => {
  const names = new StatementNames();
  const given = Array.from({ length: 200 }, (_, n) => often(names, `select ${n}`)).filter((name) => name !== undefined);
  expect(given).toHaveLength(64);
});
