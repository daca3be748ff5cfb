import type { ThreadSummary } from '@toolthread/client';
import { exampleSummary } from '@toolthread/core/testing';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { InGerman } from '../labels/in-german.tsx';
import type { ListedSession, SessionPage } from '../sessions/ask-sessions.ts';
import { soughtIn } from '../threads/sought-threads.ts';
import { projectOf } from './folders.ts';
import type { Folders } from './folders.ts';
import { groupRows } from './group-rows.ts';
import { homeRows } from './home-row.ts';
import type { HomeRow } from './home-row.ts';
import { HomeRows } from './home-rows.tsx';
import { soughtSessions } from './sought-sessions.ts';

const NOW = new Date(2026, 10, 16, 12).getTime();
const HOUR = 3_600_000;
const FOLDERS = { usual: '/home/me/shop', home: '/home/me' };

function session(id: string, more: Partial<ListedSession> = {}): ListedSession {
  const about = { id, agent: 'codex', title: `Title ${id}`, project: '~/shop', model: null, state: 'done' } as const;
  return { ...about, calls: 1, failed: 0, worked_ms: 0, ended_at: NOW, thread: null, ...more };
}

function thread(id: string, more: Partial<ThreadSummary> = {}): ThreadSummary {
  return exampleSummary(id, { title: id, createdAt: NOW, updatedAt: NOW, status: 'completed', ...more });
}

interface Both {
  readonly threads?: readonly ThreadSummary[];
  readonly sessions?: readonly ListedSession[];
  readonly nextThreads?: string;
  readonly nextSessions?: string;
}

function rowsOf(
  { threads = [], sessions = [], nextThreads, nextSessions }: Both,
  folders: Folders = FOLDERS,
): readonly HomeRow[] {
  const page: SessionPage = {
    sessions,
    next: nextSessions ?? null,
    skipped: 0,
    home: '/home/me',
    agents: [],
    projects: [],
  };
  return homeRows({ threads, next: nextThreads }, page, folders, NOW);
}

const idsOf = (rows: readonly HomeRow[]): string => rows.map(({ id }) => id).join(' ');

test('[issue 13] threads and sessions are one list, by folder and day, in the order of the newest; what is pinned stands first', () => {
  const rows = rowsOf({
    threads: [
      thread('pinned', { pinned: true, updatedAt: NOW - 90 * HOUR }),
      thread('b', { project: '/home/me/boat', updatedAt: NOW - HOUR }),
      thread('own', { updatedAt: NOW - 13 * HOUR }),
    ],
    sessions: [
      // A clock that is ahead.
      session('f', { project: '', ended_at: NOW + 48 * HOUR }),
      session('a'),
      session('d', { ended_at: NOW - 20 * HOUR }),
      session('e', { project: '~/boat', ended_at: NOW - 72 * HOUR }),
    ],
  });
  const grouped = groupRows(rows, NOW).map(({ folder, days }) => [
    typeof folder === 'string' ? folder : 'pinned',
    ...days.map(({ day, rows: those }) => `${day}: ${idsOf(those)}`),
  ]);
  expect(grouped).toEqual([
    ['pinned', '4: pinned'],
    ['', '0: f'],
    ['~/shop', '0: a', '1: own d'],
    ['~/boat', '0: b', '3: e'],
  ]);
});

test('[issue 13] a session that was opened is one line: its file says how it is, its thread what a person made of it', () => {
  const opened = session('5f', { thread: 'session-5f-1', state: 'working', calls: 9 });
  const copy = thread('session-5f-1', { title: 'My name for it', pinned: true, calls: 2, turn: 'open', updatedAt: 0 });
  const rows = rowsOf({ threads: [copy], sessions: [opened] });
  expect(rows).toMatchObject([{ id: '5f', is: 'session', title: 'My name for it', pinned: true, calls: 9 }]);
  expect(rows[0]?.condition).toBe('working');
});

test('[L4] what may stand below something that is not read yet waits for it', () => {
  const threads = [thread('t1'), thread('t2', { updatedAt: NOW - 2 * HOUR }), thread('t3', { updatedAt: 1 })];
  const sessions = [session('s1', { ended_at: NOW - HOUR }), session('s2', { ended_at: NOW - 3 * HOUR })];
  expect(idsOf(rowsOf({ threads, sessions }))).toBe('t1 s1 t2 s2 t3');
  expect(idsOf(rowsOf({ threads, sessions, nextSessions: 'x' }))).toBe('t1 s1 t2 s2');
  expect(idsOf(rowsOf({ threads: threads.slice(0, 2), sessions, nextThreads: 'x' }))).toBe('t1 s1 t2');
});

test('[issue 13] what has no folder is under one name, whoever left it, and one filter chooses all of it', () => {
  const unknown = { usual: undefined, home: '/home/me' };
  const both = { threads: [thread('own')], sessions: [session('s', { project: '' })] };
  const rows = rowsOf(both, unknown);
  expect(groupRows(rows, NOW).map(({ folder }) => folder)).toEqual(['']);
  expect(soughtSessions({ ...soughtIn(''), project: '' }, unknown, 50)).toMatchObject({ project: '' });
});

test('[issue 13] one filter chooses of both', () => {
  const limit = 50;
  const sought = (more: object): unknown => soughtSessions({ ...soughtIn(''), ...more }, FOLDERS, limit);
  expect(sought({})).toEqual({ agent: '', project: undefined, state: undefined, days: undefined, limit });
  // The folder of those for which nobody chose, and another one.
  expect(sought({ project: '' })).toMatchObject({ project: '~/shop' });
  expect(sought({ project: '/home/me/boat', agent: 'codex' })).toMatchObject({ project: '~/boat', agent: 'codex' });
  expect([sought({ place: 'bin' }), sought({ agent: '' })]).toEqual(['none', 'none']);
  expect(['~/shop', '~/boat', '/srv/x', '~x'].map((folder) => projectOf(folder, FOLDERS))).toEqual([
    '',
    '/home/me/boat',
    '/srv/x',
    '~x',
  ]);
});

function drawn(both: Both): string {
  return renderToStaticMarkup(
    <HomeRows rows={rowsOf(both)} now={NOW} agent="demo agent" opening={undefined} onOpen={() => undefined} />,
  );
}

test('[issue 13] a row says agent, model, calls, failures, time and state; a thread is a link; a hostile title is text', () => {
  const html = drawn({
    threads: [thread('own', { model: 'm-2', calls: 3, workedMs: 80_000, waiting: 1 })],
    sessions: [session('a', { agent: 'claude-code', model: 'm-1', calls: 2, failed: 1, state: 'waiting' })],
  });
  const text = html.replace(/<[^>]*>/g, '|');
  expect(text).toContain('Claude Code · m-1 · 2 tool calls');
  expect(text).toContain(' · 1 failed');
  expect(text).toContain('|m-2 · 3 tool calls · 1m 20s');
  expect(html.match(/aria-label="Waiting for you"/g)).toHaveLength(2);
  // What goes on would stand still.
  expect(drawn({ threads: [thread('busy', { workedMs: 80_000, status: 'running' })] })).not.toContain('1m 20s');
  // What is nothing is not said.
  expect(drawn({ threads: [thread('none', { model: 'm-2', calls: 0 })] })).not.toContain('tool call');
  expect(html).toContain('href="/t/own"');
  const hostile = drawn({
    sessions: [session('b', { title: '<img src=x>\u202e\u001b[31m', project: '<b>\u2066', agent: '__proto__' })],
  });
  expect(['<img', '\u202e', '\u001b', '\u2066'].filter((each) => hostile.includes(each))).toEqual([]);
  expect(drawn({ sessions: [session('c', { title: '', project: '', state: 'open' })] })).toMatch(
    /\(no folder\).*aria-label="Unfinished".*\(no title\)/,
  );
});

test('[issue 13] a thread for which nobody chose is of the model that answered in it, not of whom the server has now', () => {
  const rows = rowsOf({ threads: [thread('old', { model: 'demo agent', calls: 1 }), thread('new', { calls: 1 })] });
  const html = renderToStaticMarkup(
    <HomeRows rows={rows} now={NOW} agent="gpt-5" opening={undefined} onOpen={() => undefined} />,
  );
  const facts = [...html.matchAll(/<span>([^<]* · 1 tool call)/g)].map(([, words]) => words);
  expect(facts).toEqual(['gpt-5 · 1 tool call', 'demo agent · 1 tool call']);
});

test('[issue 13] a day of another year has its year, and no day of this one', () => {
  const day = (month: number, date: number, year = 2026): number => new Date(year, month, date, 12).getTime();
  const times = [day(6, 21), day(0, 2), day(11, 30, 2025)];
  const html = drawn({ threads: times.map((updatedAt, n) => thread(`t${n}`, { updatedAt })) });
  const days = [...html.matchAll(/<h4>([^<]*)/g)].map(([, words]) => words);
  expect(days).toEqual(['Tue, July 21', 'Fri, January 2', 'Tue, December 30, 2025']);
});

test('[issue 13] the row that is being opened says so at once, and only that one', () => {
  const rows = rowsOf({ sessions: [session('a'), session('b')] });
  const list = <HomeRows rows={rows} now={NOW} agent="demo" opening="b" onOpen={() => undefined} />;
  const rowsIn = (html: string): readonly string[] => html.split('<li>').slice(1);
  const [first = '', second = ''] = rowsIn(renderToStaticMarkup(list));
  expect([first.includes('Opening…'), second.includes('Opening…')]).toEqual([false, true]);
  const [, german = ''] = rowsIn(renderToStaticMarkup(<InGerman>{list}</InGerman>));
  expect(german).toContain('Wird geöffnet …');
});

test('[issue 13] in German', () => {
  const rows = rowsOf({ sessions: [session('a')] });
  const list = <HomeRows rows={rows} now={NOW} agent="demo" opening={undefined} onOpen={() => undefined} />;
  const html = renderToStaticMarkup(<InGerman>{list}</InGerman>);
  expect(html).toContain('Heute');
  expect(html).toContain('1 Tool-Aufruf');
});
