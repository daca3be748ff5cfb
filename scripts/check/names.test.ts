import { expect, test } from 'vitest';
import { checkNames } from './names.ts';
import { tempTree } from './sources/temp-tree.ts';

test('names that say what is inside pass', () => {
  const files = ['packages/core/src/ledger/tool-call.ts', 'scripts/check/names.test.ts', 'bench/src/common-prefix.ts'];
  expect(checkNames(tempTree(Object.fromEntries(files.map((file) => [file, '']))))).toEqual([]);
});

test.each([
  ['packages/core/src/toolCall.ts', 'packages/core/src/toolCall.ts: not kebab-case'],
  ['packages/react/src/ToolGroup.tsx', 'packages/react/src/ToolGroup.tsx: not kebab-case'],
  ['packages/core/src/tool_call.ts', 'packages/core/src/tool_call.ts: not kebab-case'],
  ['packages/core/src/Ledger/event.ts', 'packages/core/src/Ledger: not kebab-case'],
  ['packages/core/src/utils.ts', 'packages/core/src/utils.ts: the name does not say what is inside'],
  [
    'packages/core/src/text-helpers.test.ts',
    'packages/core/src/text-helpers.test.ts: the name does not say what is inside',
  ],
  ['packages/core/src/common/text.ts', 'packages/core/src/common: the name does not say what is inside'],
  ['apps/web/src/misc/a.ts', 'apps/web/src/misc: the name does not say what is inside'],
])('%s is found', (file, problem) => {
  expect(checkNames(tempTree({ [file]: '' }))).toEqual([problem]);
});

test.each([
  ['packages/core/src/fold.ts', 'export const fold = 1;'],
  ['packages/core/src/scope-key.ts', 'export function scopeKey() {}\nexport function stepKey() {}'],
  ['packages/core/src/call-status.ts', 'type CallStatus = 1;\nexport type { CallStatus };'],
  ['packages/core/src/most-bytes.ts', 'export const MOST_BYTES = 1;'],
  ['packages/react/src/ui-block.tsx', 'export function UIBlock() {}'],
  ['scripts/check/names.ts', 'export function checkNames() {}'],
  ['packages/core/src/index.ts', "export { fold } from './fold.ts';"],
  ['packages/core/src/worker.ts', 'console.log(1);'],
])('%s is named after what it exports', (file, text) => {
  expect(checkNames(tempTree({ [file]: text }))).toEqual([]);
});

test('a file that is named after nothing it exports is found', () => {
  const files = { 'packages/core/src/keys.ts': 'export const scopeKey = 1;\nexport interface Keyed {}' };
  expect(checkNames(tempTree(files))).toEqual([
    'packages/core/src/keys.ts: exports nothing of that name, but scopeKey, Keyed',
  ]);
});
