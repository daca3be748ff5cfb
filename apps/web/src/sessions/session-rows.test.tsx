import { agentName } from '@toolthread/transcripts/agents';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { InGerman } from '../labels/in-german.tsx';
import type { ListedSession } from './ask-sessions.ts';
import { resumeCommand } from './resume-command.ts';
import { groupSessions } from './group-sessions.ts';
import { SessionRows } from './session-rows.tsx';

const NOW = new Date(2026, 10, 16, 12).getTime();
const HOUR = 3_600_000;

function session(id: string, more: Partial<ListedSession> = {}): ListedSession {
  const about = { id, agent: 'codex', title: `Title ${id}`, project: '~/shop', model: null, state: 'done' } as const;
  return { ...about, calls: 1, failed: 0, worked_ms: 0, ended_at: NOW, ...more };
}

test('[issue 13] sessions stand by project and day, in the order of the newest', () => {
  const sessions = [
    session('a'),
    session('b', { project: '~/boat', ended_at: NOW - HOUR }),
    session('c', { ended_at: NOW - 13 * HOUR }),
    session('d', { ended_at: NOW - 20 * HOUR }),
    session('e', { project: '~/boat', ended_at: NOW - 72 * HOUR }),
    // A clock that is ahead.
    session('f', { project: '', ended_at: NOW + 48 * HOUR }),
  ];
  const grouped = groupSessions(sessions, NOW).map(({ project, days }) => [
    project,
    ...days.map(({ day, sessions: those }) => `${day}: ${those.map(({ id }) => id).join(' ')}`),
  ]);
  expect(grouped).toEqual([
    ['~/shop', '0: a', '1: c d'],
    ['~/boat', '0: b', '3: e'],
    ['', '0: f'],
  ]);
});

function drawn(...sessions: readonly ListedSession[]): string {
  return renderToStaticMarkup(
    <SessionRows sessions={sessions} now={NOW} opening={undefined} onOpen={() => undefined} />,
  );
}

test('[issue 13] a row says agent, model, calls, failures and state; a hostile title is text', () => {
  const html = drawn(session('a', { agent: 'claude-code', model: 'm-1', calls: 2, failed: 1, state: 'waiting' }));
  const text = html.replace(/<[^>]*>/g, '|');
  expect(text).toContain('Claude Code · m-1 · 2 tool calls');
  expect(text).toContain(' · 1 failed');
  expect(html).toContain('aria-label="Waiting for you"');
  const hostile = drawn(
    session('b', { title: '<img src=x>\u202e\u001b[31m', project: '<b>\u2066', agent: '__proto__' }),
  );
  expect(['<img', '\u202e', '\u001b', '\u2066'].filter((text) => hostile.includes(text))).toEqual([]);
  expect(drawn(session('c', { title: '', project: '', state: 'open' }))).toMatch(
    /\(no folder\).*aria-label="Unfinished".*\(no title\)/,
  );
});

test('[issue 13] in German', () => {
  const rows = <SessionRows sessions={[session('a')]} now={NOW} opening={undefined} onOpen={() => undefined} />;
  const html = renderToStaticMarkup(<InGerman>{rows}</InGerman>);
  expect(html).toContain('Heute');
  expect(html).toContain('1 Tool-Aufruf');
});

test('[issue 13] the resume command of an agent, only where its documentation has one, and never words for a shell', () => {
  expect(resumeCommand('claude-code', '5f0c-1')).toBe('claude --resume 5f0c-1');
  expect(resumeCommand('codex', '5f0c-1')).toBe('codex resume 5f0c-1');
  for (const id of ['', '-rf', 'a b', 'a;b', '$(x)', 'a\nb', undefined])
    expect(resumeCommand('codex', id)).toBeUndefined();
  for (const format of ['pi', 'none', '__proto__', 'toString']) expect(resumeCommand(format, 'abc')).toBeUndefined();
  expect([agentName('gemini'), agentName('constructor')]).toEqual(['Gemini CLI', 'constructor']);
});
