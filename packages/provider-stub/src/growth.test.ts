import { expect, test } from 'vitest';
import { growth } from './growth.ts';

const user = (...content: readonly object[]): { role: string; content: readonly object[] } => ({
  role: 'user',
  content,
});
const text = (words: string): object => ({ type: 'text', text: words });
const answer = { role: 'assistant', content: [text('yes')] };

test('what was sent stays as it was, and more may follow', () => {
  expect(growth([], [user(text('a'))])).toBeUndefined();
  expect(growth([user(text('a'))], [user(text('a')), answer])).toBeUndefined();
});

test('only the last message may grow, and only at its end', () => {
  expect(growth([user(text('a'))], [user(text('a'), text('b')), answer])).toBeUndefined();
  expect(growth([user(text('a'))], [user(text('a\n\nb'))])).toBeUndefined();
  expect(growth([{ role: 'user', content: 'a' }], [{ role: 'user', content: 'a\n\nb' }])).toBeUndefined();
  expect(
    growth([{ role: 'user', parts: [{ text: 'a' }] }], [{ role: 'user', parts: [{ text: 'a' }, { text: 'b' }] }]),
  ).toBeUndefined();
  expect(growth([user(text('a'))], [user(text('b'), text('a'))])).toMatch(/message 0 changed/);
  expect(growth([user(text('a'), text('b'))], [user(text('a more'), text('b'))])).toMatch(/message 0 changed/);
  expect(growth([answer], [{ ...answer, content: [text('yes'), text('more')] }])).toBeUndefined();
  expect(growth([answer], [{ ...answer, content: [text('more'), text('yes')] }])).toMatch(/message 0 changed/);
  expect(growth([user(text('a')), answer], [user(text('a'), text('b')), answer])).toMatch(/message 0 changed/);
});

test('fields may come at the end of the last message, and nowhere else', () => {
  const words = { role: 'assistant', content: 'I' };
  const calls = { tool_calls: [{ id: 'c' }] };
  expect(growth([words], [{ ...words, content: 'I look', ...calls }])).toBeUndefined();
  expect(growth([words], [{ ...calls, ...words }])).toMatch(/message 0 changed/);
  expect(growth([{ ...words, ...calls }], [words])).toMatch(/message 0 changed/);
  expect(growth([{ ...words, ...calls }], [{ ...words, tool_calls: [{ id: 'd' }] }])).toMatch(/message 0 changed/);
});

test('nothing may go, and keys keep their order', () => {
  expect(growth([user(text('a')), answer], [user(text('a'))])).toBe('message 1 is gone');
  expect(growth([answer], [{ content: answer.content, role: 'assistant' }])).toMatch(/message 0 changed/);
});
