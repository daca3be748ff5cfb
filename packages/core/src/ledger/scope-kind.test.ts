import { expect, test } from 'vitest';
import { foldAll } from './fold/fold.ts';
import {
  authorOf,
  childScope,
  isAtWork,
  memberName,
  memberScope,
  openRunId,
  scopeKind,
  scopeName,
  scopesAtWork,
} from './scope-kind.ts';
import { eventsOf } from '../../test/events-of.ts';

test.each([
  [undefined, 'own', undefined, '@agent'],
  ['team', 'team', undefined, '@team'],
  [memberScope('coder'), 'member', 'coder', '@coder'],
  [memberScope('team'), 'member', 'team', '@team'],
  [memberScope('a:b'), 'member', 'a:b', '@a:b'],
  [childScope('c1_0'), 'child', undefined, '@c1_0'],
  ['reviewer', 'member', 'reviewer', '@reviewer'],
] as const)('%s is of the kind %s, with the name %s, and signs as %s', (scope, kind, name, author) => {
  expect(scopeKind(scope)).toBe(kind);
  expect(memberName(scope)).toBe(name);
  expect(authorOf(scope)).toBe(author);
});

test('a name is what stands behind the kind', () => {
  expect(scopeName(memberScope('coder'))).toBe('coder');
  expect(scopeName(childScope('c1_0'))).toBe('c1_0');
});

test.each([
  ['queued', true],
  ['running', true],
  ['awaiting_user', true],
  ['completed', false],
  ['failed', false],
  ['cancelled', false],
  [undefined, false],
] as const)('%s: at work is %s', (status, atWork) => {
  expect(isAtWork(status)).toBe(atWork);
});

test('a child run is part of its parent’s work, and a run that ended is not open', () => {
  const state = foldAll(
    eventsOf([
      { type: 'agent.status', status: 'running', run: 'r1' },
      { type: 'agent.status', status: 'running', run: 'r1', scope: childScope('c1_0') },
      { type: 'agent.status', status: 'completed', run: 'r2', scope: memberScope('coder') },
    ]),
  );
  expect(scopesAtWork(state)).toEqual([undefined]);
  expect(openRunId(state)).toBe('r1');
  expect(openRunId(state, memberScope('coder'))).toBeUndefined();
});
