import { expect, test } from 'vitest';
import { checkRooms } from './rooms.ts';
import { tempTree } from './sources/temp-tree.ts';

const tree = {
  'packages/core/src/ledger/fold/fold.ts': `import { Vector } from '../../structure/vector.ts'; export const a = 'step-known';`,
  'packages/core/src/structure/vector.ts': 'export const Vector = 1;',
  'packages/core/src/timeline/timeline.ts': `import { a } from '../ledger/fold/fold.ts'; export const words = 'No result was recorded.';`,
};

test('views import the ledger, and speak English', () => {
  expect(checkRooms(tempTree(tree))).toEqual([]);
});

test('the ledger imports no view', () => {
  const source = `import { words } from '../timeline/timeline.ts'; export const a = words;`;
  expect(checkRooms(tempTree({ ...tree, 'packages/core/src/ledger/call.ts': source }))).toEqual([
    'packages/core/src/ledger/call.ts: ledger must not import timeline',
  ]);
});

test('a type is an import too', () => {
  const source = `import type { words } from '../timeline/timeline.ts'; export type A = typeof words;`;
  expect(checkRooms(tempTree({ ...tree, 'packages/core/src/ledger/call.ts': source }))).toHaveLength(1);
});

test('the ledger holds no English, but for the faults of a value that is no event', () => {
  const source = `/** Words in a comment. */\nexport const why = 'The arguments were cut off.';`;
  expect(checkRooms(tempTree({ ...tree, 'packages/core/src/ledger/call.ts': source }))).toEqual([
    `packages/core/src/ledger/call.ts: the ledger holds no English: 'The arguments were cut off.'`,
  ]);
  expect(checkRooms(tempTree({ ...tree, 'packages/core/src/ledger/check/check.ts': source }))).toEqual([]);
});

test('a room that no arrow knows is told', () => {
  const room = { 'packages/core/src/cellar/box.ts': 'export const box = 1;' };
  expect(checkRooms(tempTree({ ...tree, ...room }))).toEqual([
    'packages/core/src/cellar/box.ts: cellar is not in the table of scripts/check/rooms.ts',
  ]);
});

test('the rooms of the agent, and what stands beside them', () => {
  const agent = {
    'packages/agent/src/clock.ts': 'export const clock = 1;',
    'packages/agent/src/index.ts': `export { loop } from './loop/run-agent.ts';`,
    'packages/agent/src/calls/run-call.ts': `import { clock } from '../clock.ts'; export const call = clock;`,
    'packages/agent/src/loop/run-agent.ts': `import { call } from '../calls/run-call.ts'; export const loop = call;`,
  };
  expect(checkRooms(tempTree({ ...tree, ...agent }))).toEqual([]);
  const back = { 'packages/agent/src/calls/ask.ts': `import { loop } from '../index.ts'; export const ask = loop;` };
  const loop = {
    'packages/agent/src/calls/plan.ts': `import type { A } from '../loop/run-agent.ts'; export type B = A;`,
  };
  expect(checkRooms(tempTree({ ...tree, ...agent, ...back, ...loop }))).toEqual([
    'packages/agent/src/calls/ask.ts: calls must not import index.ts',
    'packages/agent/src/calls/plan.ts: calls must not import loop',
  ]);
});
