import { expect, test } from 'vitest';
import { tempTree } from './sources/temp-tree.ts';
import { checkUnusedArrows } from './unused-arrows.ts';

const named = (name: string): object => ({ name: `@toolthread/${name}` });
const UNUSED = 'scripts/check/arrows.ts: client imports nothing of core';
const ofClient = (problems: readonly string[]): readonly string[] => problems.filter((line) => line.includes('client'));

test('an arrow that no source of the package needs is told; one that a test needs is no arrow', () => {
  const packages = { 'packages/core/package.json': named('core'), 'packages/client/package.json': named('client') };
  const file = 'packages/client/src/fold';
  const uses = "import { fold } from '@toolthread/core/events';";
  expect(ofClient(checkUnusedArrows(tempTree({ ...packages, [`${file}.ts`]: uses })))).toEqual([]);
  expect(ofClient(checkUnusedArrows(tempTree({ ...packages, [`${file}.ts`]: '' })))).toEqual([UNUSED]);
  expect(ofClient(checkUnusedArrows(tempTree({ ...packages, [`${file}.test.ts`]: uses })))).toEqual([UNUSED]);
});

test('the same between the rooms of a package', () => {
  const file = 'packages/core/src/summary/summary.ts';
  const told = 'scripts/check/rooms.ts: packages/core/src/summary imports nothing of ledger';
  const uses = "import { fold } from '../ledger/fold.ts';";
  expect(checkUnusedArrows(tempTree({ [file]: uses }))).not.toContain(told);
  expect(checkUnusedArrows(tempTree({ [file]: '' }))).toContain(told);
});
