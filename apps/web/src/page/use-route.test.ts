import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isNowhere, pageAt, pathOf, pathOfPage, threadAt } from './use-route.ts';

test('any thread is found again in its own address', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), (thread) => {
      expect(threadAt(pathOf(thread))).toBe(thread);
    }),
  );
  expect(pathOf(undefined)).toBe('/');
});

test.each(['/', '/t/', '/t', '/x/1', '/t/a/b', '/t/%'])('%s names no thread', (path) => {
  expect(threadAt(path)).toBeUndefined();
});

test('an address of no page leads nowhere', () => {
  expect(['/x/1', '/t/', '/t/a/b', '/t/%', '/usage/more', '/index.htm'].every(isNowhere)).toBe(true);
  expect(['/', '/usage', '/settings', pathOf('a'), pathOf(undefined)].some(isNowhere)).toBe(false);
});

test('the page of usage is found in its address, and is no thread', () => {
  expect([pageAt(pathOfPage('usage')), threadAt(pathOfPage('usage'))]).toEqual(['usage', undefined]);
  expect(pageAt(pathOfPage('settings'))).toBe('settings');
  expect([pageAt('/'), pageAt(pathOf('usage'))]).toEqual([undefined, undefined]);
});
