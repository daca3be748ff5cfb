import { ROLES } from '@toolthread/store';
import { expect, test } from 'vitest';
import { type Action, ACTIONS, allowed, may, type Standing } from './may.ts';

/** Who may do what: the compiler asks for every role and every action. */
const MAY: Readonly<Record<Standing, Readonly<Record<Action, boolean>>>> = {
  visitor: { look: true, read: false, write: false, approve: false, own: false },
  read: { look: true, read: true, write: false, approve: false, own: false },
  write: { look: true, read: true, write: true, approve: false, own: false },
  approve: { look: true, read: true, write: true, approve: true, own: false },
  owner: { look: true, read: true, write: true, approve: true, own: true },
};
const STANDINGS: readonly Standing[] = ['visitor', ...ROLES];

test.each(STANDINGS)('what %s may do, action by action', (standing) => {
  expect(Object.fromEntries(ACTIONS.map((action) => [action, may(standing, action)]))).toEqual(MAY[standing]);
  expect(allowed(standing)).toEqual(ACTIONS.filter((action) => MAY[standing][action]));
});

test('each role may all that the ones before it may, and more', () => {
  const lists = STANDINGS.map(allowed);
  for (const [n, actions] of lists.entries()) {
    const before = lists[n - 1] ?? [];
    expect(actions).toEqual(expect.arrayContaining([...before]));
    expect(actions.length).toBeGreaterThan(before.length);
  }
});
