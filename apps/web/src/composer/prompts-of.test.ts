import { english } from '@toolthread/core/text';
import { expect, test } from 'vitest';
import { promptsOf } from './prompts-of.ts';
import type { Prompt } from './prompts-of.ts';

const offered = (given: readonly unknown[], locale?: string): readonly Prompt[] =>
  promptsOf(given, { ...english, locale });

test('prompts are words, with or without what they show', () => {
  expect(offered(['a', { text: 'b' }, { title: 'a diff', text: 'c' }])).toEqual([
    { text: 'b', title: undefined },
    { text: 'c', title: 'a diff' },
  ]);
});

test('prompts are in the language of the page, if there are any; else in English', () => {
  const prompts = [{ text: 'Look' }, { text: 'See', language: 'en' }, { text: 'Schau', language: 'de' }];
  const texts = (locale?: string, given = prompts): readonly string[] => offered(given, locale).map(({ text }) => text);
  expect(texts()).toEqual(['Look', 'See']);
  expect(texts('de')).toEqual(['Schau']);
  expect(texts('de', prompts.slice(0, 2))).toEqual(['Look', 'See']);
});

test('where a server offers nothing that can be read, the page has prompts of its own', () => {
  for (const odd of [[], [1, null, {}]]) expect(offered(odd).length).toBeGreaterThan(0);
});

test('[U2 14] a title that says what the text says is left out', () => {
  const prompts = [
    { title: 'Look', text: 'Look' },
    { title: 'See it', text: 'Look' },
  ];
  expect(offered(prompts).map(({ title }) => title)).toEqual([undefined, 'See it']);
});
