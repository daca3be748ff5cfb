import type { ThreadSummary } from '@toolthread/core/summary';
import { exampleSummary } from '@toolthread/core/testing';
import { expect, test } from 'vitest';
import { lookOf, noticesOf } from './notices-of.ts';

const thread = (more: Partial<ThreadSummary> = {}): ThreadSummary =>
  exampleSummary('t', { title: 'Parser', createdAt: 1, updatedAt: 5, ...more });
const told = (before: Partial<ThreadSummary>, after: Partial<ThreadSummary>): string[] =>
  noticesOf(lookOf([thread(before)], 6), [thread(after)], 7).map(({ what, title }) => `${title} ${what}`);

test.each<[Partial<ThreadSummary>, Partial<ThreadSummary>, string[]]>([
  [{ status: 'running' }, { status: 'awaiting_user', waiting: 1 }, ['Parser asks']],
  [{ status: 'running' }, { status: 'failed' }, ['Parser failed']],
  [{ status: 'running' }, { status: 'completed' }, ['Parser ended']],
  [{ status: 'queued' }, { status: 'completed' }, ['Parser ended']],
  [{ waiting: 1 }, { status: 'completed' }, ['Parser ended']],
  // One more card.
  [{ waiting: 1 }, { waiting: 2 }, ['Parser asks']],
  [{ waiting: 2 }, { waiting: 1 }, []],
  // [issue 14] Somebody else is asked, and then the reader is, too.
  [{ status: 'running' }, { waiting: 1, approvals: 1, may: ['read', 'write'] }, []],
  [{ waiting: 1, approvals: 1, may: ['read', 'write'] }, { waiting: 2, approvals: 2, may: ['read', 'write'] }, []],
  [
    { waiting: 1, approvals: 1, may: ['read', 'write'] },
    { waiting: 2, approvals: 1, may: ['read', 'write'] },
    ['Parser asks'],
  ],
  [{ waiting: 1, approvals: 0, may: ['read', 'write'] }, { waiting: 2, approvals: 1, may: ['read', 'write'] }, []],
  [{ waiting: 1, approvals: 1, may: ['read'] }, { status: 'completed', may: ['read'] }, ['Parser ended']],
  // Nothing new, and what a person did.
  [{ waiting: 1 }, { waiting: 1 }, []],
  [{ status: 'running' }, { status: 'cancelled' }, []],
  [{ turn: 'open' }, { turn: 'stopped' }, []],
  // No person did it.
  [{ status: 'running' }, { status: 'completed', stop: 'time_limit' }, ['Parser ended']],
  [{ status: 'running' }, { status: 'completed', stop: 'time_limit', unfinished: true }, []],
  [{ status: 'running' }, { status: 'running' }, []],
  [{ status: 'completed' }, { status: 'completed', updatedAt: 9 }, []],
  [{ status: 'failed' }, { status: 'failed', updatedAt: 9 }, []],
  // A run that has more to do has not ended.
  [{ status: 'running' }, { status: 'completed', unfinished: true }, []],
  // A session of another agent that was followed.
  [{ turn: 'open' }, { turn: 'over' }, ['Parser ended']],
])('[issue 13] %j, then %j: %j', (before, after, notices) => expect(told(before, after)).toEqual(notices));

test('[issue 13] a thread that was begun since is told of, one that was only further down is not', () => {
  const look = lookOf([thread({ updatedAt: 100 })], 101);
  const fresh = exampleSummary('new', { createdAt: 101, updatedAt: 102, status: 'completed' });
  const old = exampleSummary('old', { createdAt: 50, updatedAt: 103, status: 'completed' });
  const opened = exampleSummary('opened', { createdAt: 102, updatedAt: 104, turn: 'over' });
  expect(noticesOf(look, [fresh, old, opened], 105).map(({ thread: id }) => id)).toEqual(['new']);
});
