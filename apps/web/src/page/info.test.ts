import { expect, test } from 'vitest';
import { english } from '@toolthread/core/text';
import * as info from './info.ts';

const readInfo = (answer: unknown): info.Info => info.readInfo(answer, english);

test('prompts are words, with or without what they show', () => {
  expect(readInfo({ agent: 'Demo', prompts: ['a', { text: 'b' }, { title: 'a diff', text: 'c' }] })).toEqual({
    agent: 'Demo',
    members: [],
    may: 'all',
    operates: false,
    prompts: [
      { text: 'b', title: undefined },
      { text: 'c', title: 'a diff' },
    ],
  });
});

test('prompts are in the language of the page, if there are any; else in English', () => {
  const prompts = [{ text: 'Look' }, { text: 'See', language: 'en' }, { text: 'Schau', language: 'de' }];
  const offered = (locale: string | undefined, given: unknown = prompts): readonly string[] =>
    info.readInfo({ prompts: given }, { ...english, locale }).prompts.map(({ text }) => text);
  expect(offered(undefined)).toEqual(['Look', 'See']);
  expect(offered('de')).toEqual(['Schau']);
  expect(offered('de', prompts.slice(0, 2))).toEqual(['Look', 'See']);
});

test.each([undefined, null, 1, 'x', [], {}, { prompts: [1, null, {}] }, { agent: 7, prompts: 'x' }])(
  '%j leaves what the page has by itself',
  (answer) => {
    const { agent, prompts } = readInfo(answer);
    expect(agent).toBe('Agent');
    expect(prompts.length).toBeGreaterThan(0);
  },
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

test('[U2 14] a title that says what the text says is left out', () => {
  const prompts = [
    { title: 'Look', text: 'Look' },
    { title: 'See it', text: 'Look' },
  ];
  expect(readInfo({ prompts }).prompts.map(({ title }) => title)).toEqual([undefined, 'See it']);
});
