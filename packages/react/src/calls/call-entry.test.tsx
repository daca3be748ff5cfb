import type { LedgerEvent } from '@toolthread/core';
import { expect, test } from 'vitest';
import { drawn, markupText } from '../../test/drawn.tsx';
import { calling, completed } from '../../test/first-call.ts';

const LINES = Array.from({ length: 40 }, (_, n) => `line ${n}`).join('\n');
const gaveEvents = (text: string): LedgerEvent[] => calling('fetch_url', '{}', completed('done', text));

const timesSaid = (markup: string, words: string): number => markupText(markup).split(words).length - 1;

test('[issue 13] the details of a call do not repeat the beginning of a long result that stands just above', () => {
  const closed = drawn(gaveEvents(LINES), { isOpen: (key) => !/:(?:all|details)$/.test(key) });
  expect([timesSaid(closed, 'line 1 '), timesSaid(closed, 'line 39')]).toEqual([1, 0]);
  const details = drawn(gaveEvents(LINES), { isOpen: (key) => !key.endsWith(':all') });
  expect([timesSaid(details, 'line 1 '), timesSaid(details, 'line 39')]).toEqual([1, 1]);
  // What somebody opened stays open.
  const both = drawn(gaveEvents(LINES));
  expect([timesSaid(both, 'line 1 '), timesSaid(both, 'line 39')]).toEqual([2, 2]);
  // Laid out above, and as it is below: these are two views of it.
  const fields = Object.fromEntries(LINES.split('\n').map((line, n) => [`k${n}`, line]));
  const json = drawn(gaveEvents(JSON.stringify(fields, null, 1)), { isOpen: (key) => !key.endsWith(':all') });
  expect(timesSaid(json, 'line 39')).toBe(2);
});
