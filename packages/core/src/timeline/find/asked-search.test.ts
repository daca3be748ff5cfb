import { expect, it } from 'vitest';
import { askedSearch, isAnswerable } from './asked-search.ts';

it.each([
  ['parser "exit code"', { words: ['parser', 'exit code'] }],
  ['tool:shell tool:"a b/c" x', { words: ['x'], tool: 'a b/c' }],
  ['outcome:fail since:2026-13-01 author:', { words: ['outcome:fail', 'since:2026-13-01', 'author:'] }],
  ['"tool:shell" note:this', { words: ['tool:shell', 'note:this'] }],
  ['agent:demo author:anna until:2026-11-30', { words: [], agent: 'demo', author: 'anna', until: '2026-11-30' }],
  ['mytool:x', { words: ['mytool:x'] }],
])('%s', (text, asked) => {
  expect(askedSearch(text)).toEqual(asked);
});

it('author:me is whoever asks', () => {
  expect([askedSearch('author:me').author, askedSearch('author:Me', 'Anna').author]).toEqual(['you', 'Anna']);
});

it('a filter alone is enough, a short word is not', () => {
  expect(['ab', 'ab cd', '', 'tool:x', 'abc', 'ab abc'].map((text) => isAnswerable(askedSearch(text)))).toEqual([
    false,
    false,
    false,
    true,
    true,
    true,
  ]);
});

it('a day is one of the calendar', () => {
  const isDay = (day: string): boolean => askedSearch(`since:${day}`).since === day;
  expect(['2024-02-29', '2000-02-29', '2026-12-31'].map(isDay)).toEqual([true, true, true]);
  expect(['2026-02-29', '1900-02-29', '2026-1-1', '2026-00-10', '2026-04-31', '2026-01-00', 'now'].some(isDay)).toBe(
    false,
  );
});
