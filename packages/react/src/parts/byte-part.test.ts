import { expect, test } from 'vitest';
import { ownAddress } from './byte-part.ts';

/** Which of these Chromium takes was tried in Chromium: it says ERR_INVALID_URL for the others. */
test.each([
  ['', true],
  ['AAAA', true],
  ['AAA', true],
  ['AA==', true],
  ['iV BO\nRw0K', true],
  ['AAAAA', false],
  ['AA=A', false],
  ['A===', false],
  ['AA=', false],
  ['iVBO\u00a0Rw0K', false],
  ['iVBORw0K… 3 MB more', false],
  ['"><script>', false],
])('bytes that are no base64 are asked for nowhere: %j', (data, isAsked) => {
  const part = { type: 'image', media_type: 'image/png', source: { kind: 'base64', data } } as const;
  expect(ownAddress(part, undefined) !== undefined).toBe(isAsked);
});
