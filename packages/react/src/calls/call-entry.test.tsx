import type { LedgerEvent } from '@toolthread/core';
import { expect, test } from 'vitest';
import { drawn, markupText } from '../../test/drawn.tsx';
import { calling, completed } from '../../test/first-call.ts';

const LINES = Array.from({ length: 40 }, (_, n) => `line ${n}`).join('\n');
const gaveEvents = (text: string): LedgerEvent[] => calling('fetch_url', '{}', completed('done', text));

const timesSaid = (markup: string, words: string): number => markupText(markup).split(words).length - 1;

const FAILED = 'Exit code 3.';
const INVALID = 'The arguments are not valid: path is missing.';
test.each<[string, LedgerEvent[], readonly string[]]>([
  [
    'a command that failed',
    calling(
      'run_shell_command',
      '{"command":"false"}',
      completed('failed', `oh\n${FAILED}`, {
        structured: { kind: 'shell', command: 'false', exit_code: 3, output: 'oh' },
        error: { message: FAILED, code: '3' },
      }),
    ),
    [],
  ],
  [
    'arguments that are not valid',
    calling(
      'fetch_url',
      '{}',
      completed('failed', INVALID, { error: { message: INVALID, code: 'invalid_arguments' } }),
    ),
    ['invalid_arguments'],
  ],
  [
    'an error without a result',
    calling('fetch_url', '{}', completed('failed', '', { parts: [], error: { message: INVALID, code: 'gone' } })),
    ['gone'],
  ],
  [
    'an error that the result does not tell',
    calling('fetch_url', '{}', completed('failed', 'Nothing.', { error: { message: INVALID, code: 'gone' } })),
    [`${INVALID} · gone`],
  ],
])('[issue 13] the details of a call tell an error that is in sight no second time: %s', (_, events, told) => {
  const markup = drawn(events, { isOpen: (key) => !key.endsWith(':all') });
  const field = /tt-field-name">Error<\/p>(.*?)<\/div>/su.exec(markup)?.[1];
  expect(field === undefined ? [] : [markupText(field)]).toEqual(told);
  expect(timesSaid(markup, FAILED)).toBeLessThanOrEqual(1);
  expect(timesSaid(markup, INVALID)).toBeLessThanOrEqual(told[0]?.startsWith(INVALID) === true ? 2 : 1);
});

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
