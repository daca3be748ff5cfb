import { threadCondition } from '@toolthread/core/summary';
import type { ThreadSummary } from '@toolthread/core/summary';
import { exampleSummary } from '@toolthread/core/testing';
import { expect, test } from 'vitest';
import { clockTime, threadDays, timeAgo, toldApart } from './thread-days.ts';
import { conditionMark } from './thread-mark.ts';
import { english } from '@toolthread/core/text';

const now = new Date(2026, 10, 15, 9, 30).getTime();
const thread = (id: string, updatedAt: number, change: Partial<ThreadSummary> = {}): ThreadSummary =>
  exampleSummary(id, { updatedAt, ...change });

test('threads stand by day, the newest first, and every thread stands once', () => {
  const hour = 3_600_000;
  const threads = [
    thread('old', new Date(2025, 0, 1).getTime()),
    thread('morning', now - 2 * hour),
    thread('last night', now - 10 * hour),
    thread('week', now - 4 * 24 * hour),
    thread('now', now),
    thread('ahead', now + hour),
  ];
  expect(threadDays(threads, now).map(({ title, threads: members }) => [title, members.map(({ id }) => id)])).toEqual([
    ['Today', ['ahead', 'now', 'morning']],
    ['Yesterday', ['last night']],
    ['This week', ['week']],
    ['Earlier', ['old']],
  ]);
});

test('[issue 13] those that are pinned stand above all days, and nowhere else', () => {
  const threads = [thread('new', now), thread('old', 0, { pinned: true }), thread('pinned', now - 1, { pinned: true })];
  expect(threadDays(threads, now).map(({ title, threads: members }) => [title, members.map(({ id }) => id)])).toEqual([
    ['Pinned', ['pinned', 'old']],
    ['Today', ['new']],
  ]);
});

test.each([
  [0, 'now'],
  [-5_000, 'now'],
  [120_000, '2 m'],
  [59 * 60_000, '59 m'],
  [3 * 3_600_000, '3 h'],
  [30 * 3_600_000, '1 d'],
])('%i ms ago is %s', (ago, words) => expect(timeAgo(now - ago, now, english)).toBe(words));

test.each([
  [new Date(2026, 9, 30), 'Oct 30'],
  [new Date(2025, 9, 30), 'Oct 30, 2025'],
])('of the days before this week, those of another year are named with it: %s', (day, words) =>
  expect(timeAgo(day.getTime(), now, { ...english, locale: 'en-US' })).toBe(words),
);

test.each<[Partial<ThreadSummary>, string]>([
  [{ status: 'running', waiting: 1 }, 'Waiting for you'],
  [{ status: 'awaiting_user' }, 'Waiting for you'],
  // [issue 14] It waits for those who may settle it, and for nobody else.
  [{ waiting: 1, approvals: 1, may: ['look', 'read'] }, 'Waiting for others'],
  [{ waiting: 1, approvals: 1, may: ['look', 'read', 'write'] }, 'Waiting for others'],
  [{ waiting: 1, may: ['look', 'read', 'write'] }, 'Waiting for others'],
  [{ waiting: 1, approvals: 0, may: ['look', 'read', 'write'] }, 'Waiting for you'],
  [{ waiting: 1, approvals: 0, may: ['look', 'read'] }, 'Waiting for others'],
  [{ waiting: 2, approvals: 1, may: ['look', 'read', 'write'] }, 'Waiting for you'],
  [{ waiting: 1, approvals: 1, may: ['look', 'read', 'write', 'approve'] }, 'Waiting for you'],
  [{ status: 'awaiting_user', may: ['look', 'read'] }, 'Waiting for others'],
  [{ status: 'awaiting_user', may: ['look', 'read', 'write'] }, 'Waiting for you'],
  [{ turn: 'asks', may: ['look', 'read'] }, 'Waiting for others'],
  [{ status: 'queued' }, 'Queued'],
  [{ status: 'queued', unfinished: true }, 'Queued'],
  [{ status: 'completed' }, 'Done'],
  [{ status: 'completed', unfinished: true }, 'Working'],
  [{ status: 'running', waiting: 1, damage: 'Thread x is damaged.' }, 'Damaged'],
  [{ status: 'failed' }, 'Failed'],
  [{ status: 'cancelled' }, 'Stopped'],
  // [issue 13] A run that was cut off has not done what it was asked for.
  [{ status: 'completed', stop: 'guard' }, 'Stopped'],
  [{ status: 'completed', stop: 'steps_limit', unfinished: true }, 'Working'],
  [{ turn: 'stopped', updatedAt: now }, 'Stopped'],
  [{}, 'Idle'],
  // A session of another agent is as its last turn is, however many runs its file tells of.
  [{ turn: 'over', waiting: 1, updatedAt: 0 }, 'Done'],
  [{ turn: 'asks', updatedAt: 0 }, 'Waiting for you'],
  [{ turn: 'failed' }, 'Failed'],
  [{ turn: 'open', updatedAt: now - 59_000 }, 'Working'],
  [{ turn: 'open', updatedAt: now - 60_000 }, 'Unfinished'],
])('[L3] %j is said as %s', (change, label) =>
  expect(conditionMark(threadCondition(thread('t', now, change), now)).label).toBe(label),
);

const inGerman = { ...english, locale: 'de' };

test('[U2] threads of one title are told apart', () => {
  const titled = ['a', 'b', 'a', undefined, 'c', 'a'].map((title, index) => thread(String(index), now, { title }));
  const apart = (threads: readonly ThreadSummary[]): string[] => [...toldApart(threads, now, inGerman).keys()];
  expect(apart(titled)).toEqual(['0', '2', '5']);
  const begin = 'Upgrade the parser and then ';
  const long = ['all tests', 'the linter', 'the docs'].map((rest, index) =>
    thread(String(index), now, { title: begin + rest }),
  );
  expect(apart([...long, thread('z', now, { title: 'Upgrade it' })]).length).toBe(3);
  expect(clockTime(now, now, { ...english, locale: 'en-US' })).toMatch(/^9:30/);
  expect(clockTime(now, now, { ...english, locale: 'de' })).toBe('09:30');
  expect(clockTime(now - 400 * 86_400_000, now, { ...english, locale: 'de' })).toMatch(/^\d\d\.\d\d\.\d\d, /);
});

test('threads of one title that were begun in the same minute are told apart by the second', () => {
  const begun = [0, 7_000, 60_000].map((after) =>
    thread(String(after), now, { title: 'Tidy up', createdAt: now + after }),
  );
  const told = [...toldApart(begun, now, inGerman).values()];
  expect(told).toEqual(['09:30:00', '09:30:07', '09:31']);
});
