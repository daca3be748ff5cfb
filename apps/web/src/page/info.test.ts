import { expect, test } from 'vitest';
import { english } from '@toolthread/core/text';
import * as info from './info.ts';

const readInfo = (answer: unknown): info.Info => info.readInfo(answer, english);

test.each([undefined, null, 1, 'x', [], {}, { prompts: [] }, { agent: 7, prompts: 'x' }])(
  '%j leaves what the page has by itself',
  (answer) => expect(readInfo(answer)).toMatchObject({ agent: 'Agent', prompts: [] }),
);

test('whoever has only threads of their own, or nobody said so, is not taken for the operator', () => {
  const operates = (answer: unknown): boolean => readInfo(answer).operates;
  expect(operates({ may: 'all' })).toBe(true);
  for (const answer of [undefined, {}, { may: 'all', you: 'Ada' }, { may: 'read', link: 't1' }])
    expect(operates(answer)).toBe(false);
});

test('members are names, and nothing else is', () => {
  expect(readInfo({ members: ['pm', 7, null, 'a b', '<b>', 'coder'] }).members).toEqual(['pm', 'coder']);
});

test('who may only read is told so by the server, and nobody else is', () => {
  expect(readInfo({ may: 'read' }).may).toBe('read');
  for (const may of ['all', undefined, 7, 'READ']) expect(readInfo({ may }).may).toBe('all');
});

test('[issue 13] folders are as the server names them, and what is odd is none', () => {
  const folders = { usual: '/home/me/shop', home: '/home/me' };
  expect(readInfo({ folders }).folders).toEqual(folders);
  for (const odd of [undefined, null, 7, { usual: 7, home: null }])
    expect(readInfo({ folders: odd }).folders).toEqual({});
});
