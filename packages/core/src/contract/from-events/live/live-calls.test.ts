import { expect, test } from 'vitest';
import { LedgerWriter } from '../../../ledger/ledger-writer.ts';
import { LiveCalls } from './live-calls.ts';
import type { LiveCall } from './live-calls.ts';
import { LiveSession } from './live-session.ts';

const call = (name: string, id?: string, rest: Partial<LiveCall> = {}): LiveCall => ({
  call: id ?? name,
  id,
  name,
  step: 1,
  identity: undefined,
  ending: 'none',
  ...rest,
});
function callsOf(...list: readonly LiveCall[]): LiveCalls {
  const calls = new LiveCalls();
  for (const each of list) calls.add(each);
  return calls;
}

test('a completion finds its call by id, whatever name it gives', () => {
  const [a, b] = [call('search', 'a'), call('search', 'b')];
  expect(callsOf(a, b).find('a', 'other')).toBe(a);
  expect(callsOf(a, b).find('b', undefined)).toBe(b);
});

test('without an id the first open call of that name is meant, calls without an id first', () => {
  const [withId, first, second] = [call('search', 'a'), call('search'), call('search')];
  const calls = callsOf(withId, first, second);
  for (const expected of [first, second, withId]) {
    const found = calls.find(undefined, 'search');
    expect(found).toBe(expected);
    if (found !== undefined) calls.end(found, 'told');
  }
  expect(calls.find(undefined, 'search')).toBeUndefined();
  expect(calls.find(undefined, undefined)).toBeUndefined();
});

test('an id that nobody knows may mean a call without one, never a call with another', () => {
  const anonymous = call('search');
  expect(callsOf(call('search', 'a'), anonymous).find('z', 'search')).toBe(anonymous);
  expect(callsOf(call('search', 'a')).find('z', 'search')).toBeUndefined();
});

test('a start is told again while its call runs, and in the same step ever after', () => {
  const known = call('search', 'a');
  const calls = callsOf(known);
  expect(calls.started('a', undefined, 2)).toBe(known);
  calls.end(known, 'told');
  expect(calls.started('a', undefined, 1)).toBe(known);
  expect(calls.started('a', undefined, 2)).toBeUndefined();
  const anonymous = call('read', undefined, { identity: 'then' });
  calls.add(anonymous);
  expect(calls.started(undefined, 'then', 1)).toBe(anonymous);
  expect(calls.started(undefined, undefined, 1)).toBeUndefined();
});

test('only what has not ended is open, even if another execution was told of its end', () => {
  const [a, b, c] = [call('x', 'a'), call('x', 'b'), call('x', 'c')];
  const calls = callsOf(a, b, c);
  calls.end(a, 'told');
  b.ending = 'told';
  expect(calls.open()).toEqual([c]);
});

test('names of ours never meet a name of theirs', () => {
  const session = new LiveSession(new LedgerWriter('t'));
  session.calls.set('unnamed 1', call('x', 'unnamed 1'));
  session.early.add('unnamed 2');
  expect(session.nameCall(undefined)).toBe('unnamed 3');
  expect(session.nameCall('unnamed 3')).toBe('unnamed 4');
  expect(session.nameCall('theirs')).toBe('theirs');
  expect(session.nameOrphan('unnamed 3')).toEqual({});
  expect(session.nameOrphan('x')).toEqual({ call: 'x' });
  expect([session.isEarly('x'), session.isEarly('y'), session.isEarly(undefined)]).toEqual([true, false, false]);
});

test('a call of another execution is found by its id, not by a name we gave it', () => {
  const session = new LiveSession(new LedgerWriter('t'));
  const named = call('x', 'a');
  session.calls.set('a', named).set('unnamed 1', call('x', undefined, { call: 'unnamed 1' }));
  expect(session.callOf('a')).toBe(named);
  expect(session.callOf('unnamed 1')).toBeUndefined();
  expect(session.callOf(undefined)).toBeUndefined();
});
