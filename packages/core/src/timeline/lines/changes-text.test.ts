import { expect, test } from 'vitest';
import type { WorkspaceChanged } from '../../ledger/ledger-event.ts';
import { changeLines, fileChangeText } from './change-lines.ts';
import { changesText } from './changes-text.ts';
import type { ChangesItem } from '../item.ts';
import { threadOf, timeline } from '../timeline.ts';

const changed = (change: Partial<WorkspaceChanged>): readonly ChangesItem[] => {
  const event = { v: 1, thread: 't', seq: 1, at: 0, type: 'workspace.changed', change: 'w1', files: [] } as const;
  return [...timeline(threadOf([{ ...event, ...change }])).items].filter((item) => item.kind === 'changes');
};

test.each([
  [{ path: 'a', before: '1', after: '2', added: 12, removed: 4 }, 'a · +12 −4'],
  [{ path: 'a', after: '2', added: 12, removed: 0 }, 'a · new · +12'],
  [{ path: 'a', before: '1', added: 0, removed: 4 }, 'a · removed · −4'],
  [{ path: 'a', before: '1', after: '2', added: 0, removed: 0 }, 'a'],
  [{ path: 'a', after: '2', added: 0, removed: 0 }, 'a · new'],
  [{ path: 'a', before: '1', after: '2' }, 'a · binary'],
])('%j is %s', (file, text) => expect(fileChangeText(file)).toBe(text));

test('work that changed nothing says nothing', () => {
  expect(changed({})).toEqual([]);
});

test('what could not be watched is named, never called unchanged', () => {
  const [item] = changed({ files: [{ path: 'a', after: '1' }], unknown: ['data/big.bin'] });
  expect(item && [changesText(item), ...changeLines(item)]).toEqual([
    '1 file changed',
    'a · new · binary',
    'data/big.bin · too large to track',
  ]);
});
