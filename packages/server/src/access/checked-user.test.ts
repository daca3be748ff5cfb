import { expect, test } from 'vitest';
import type { User } from './authenticate.ts';
import { checkedUser } from './checked-user.ts';

/** What a program in JavaScript may give, whatever the types say. */
const given = (value: object): User => Object.assign({ name: 'Ada' }, value);

test.each([
  [undefined, undefined],
  [null, undefined],
  [{ name: 'Ada' }, { name: 'Ada', may: 'all' }],
  [
    { name: 'Ada', may: 'all' },
    { name: 'Ada', may: 'all' },
  ],
  [
    { name: 'Ada', may: 'read' },
    { name: 'Ada', may: 'read' },
  ],
  [{ name: 'Zoë 李 👩‍👧 ada@example.com' }, { name: 'Zoë 李 👩‍👧 ada@example.com', may: 'all' }],
  [{ name: 'x'.repeat(200) }, { name: 'x'.repeat(200), may: 'all' }],
] as const)('%j is known as %j', (said, known) => {
  expect(checkedUser(said)).toEqual(known);
});

test.each(['none', 'READ', 'readonly', 'write', '', 0, null, false, true, ['read'], ['all'], {}])(
  'a user that may %j is none',
  (may) => {
    expect(() => checkedUser(given({ may }))).toThrow('neither "all" nor "read"');
  },
);

test.each([
  '',
  ' ',
  '\u200b',
  '@human',
  '@ada',
  ' @human',
  '\u200b@human',
  'a\nb',
  'a\u0000',
  'a\u009b31m',
  'a\u2028b',
  'a\u202egnp',
  '\u2066a',
  'a\u200f',
  '\ud800',
  'a\udc00b',
  'x'.repeat(201),
  42,
  null,
  undefined,
  ['Ada'],
])('a user with the name %j is none', (name) => {
  expect(() => checkedUser(given({ name }))).toThrow('without a valid name');
});

test('what was said is read once: a user that changes later is what it was', () => {
  const said = { name: 'Ada', may: 'all' as 'all' | 'read' };
  const known = checkedUser(said);
  said.may = 'read';
  expect(known).toEqual({ name: 'Ada', may: 'all' });
});
