import type { ThreadSummary } from '@toolthread/core/summary';
import { exampleSummary } from '@toolthread/core/testing';
import { ThreadList } from '@toolthread/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { markupText } from '../../test/drawn.tsx';

const now = new Date(2026, 10, 16, 12).getTime();
const thread = (id: string, more: Partial<ThreadSummary> = {}): ThreadSummary =>
  exampleSummary(id, { title: id, createdAt: now, updatedAt: now - 60_000, status: 'completed', ...more });
const href = (id: string | undefined): string => `/chats/${id ?? ''}`;

test('threads stand by day, as links to where the host has them', () => {
  const threads = [thread('b'), thread('a', { updatedAt: now - 86_400_000 }), thread('<c>', { waiting: 1 })];
  const markup = renderToStaticMarkup(<ThreadList threads={threads} current="b" now={now} href={href} />);
  expect(markupText(markup)).toBe('New thread Today b 1 m <c> 1 m Yesterday a 1 d');
  expect(Array.from(markup.matchAll(/href="([^"]*)"/g), ([, address]) => address)).toEqual([
    '/chats/',
    '/chats/b',
    '/chats/&lt;c&gt;',
    '/chats/a',
  ]);
  expect(markup.match(/aria-current/g)).toHaveLength(1);
  expect(markup).toContain('Waiting for you');
});

test('[issue 13] a row says how many calls there were and how many failed; those that begin alike show when they were begun', () => {
  const threads = ['the linter', 'the tests'].map((rest) =>
    thread(`Upgrade the parser and ${rest}`, { calls: 7, failed: 1 }),
  );
  const markup = renderToStaticMarkup(<ThreadList threads={threads} now={now} href={href} />);
  expect(markupText(markup).match(/7 tool calls · 1 failed/g)).toHaveLength(2);
  // Beside the title it would take half of its line.
  expect(markup.match(/<span title="When it was started">[^<]+<\/span> · 7 tool calls/g)).toHaveLength(2);
});

test('older ones can be asked for where there are some', () => {
  const more = <ThreadList threads={[]} now={now} href={href} onMore={() => undefined} />;
  expect(markupText(renderToStaticMarkup(more))).toContain('Show older threads');
  expect(renderToStaticMarkup(<ThreadList threads={[]} now={now} href={href} />)).not.toContain('button');
});

test('[issue 13] what the host wants stands beside each thread, and outside of its link', () => {
  const list = (
    <ThreadList
      threads={[thread('a'), thread('b')]}
      now={now}
      href={href}
      beside={({ id }) => <button type="button">about {id}</button>}
    />
  );
  const markup = renderToStaticMarkup(list);
  expect(markup.match(/<\/a><button type="button">about/g)).toHaveLength(2);
});

test('[issue 13] what is unread says so in words, too; a thread at work does not: more is to come', () => {
  const threads = [thread('a'), thread('b', { status: 'running' }), thread('c')];
  const unread = ({ id }: ThreadSummary): boolean => id !== 'c';
  const markup = renderToStaticMarkup(<ThreadList threads={threads} now={now} href={href} unread={unread} />);
  expect(markup.match(/data-unread/g)).toHaveLength(1);
  expect(markup).toContain('aria-label="Done, unread"');
  expect(markup).toContain('aria-label="Working"');
});

test('[issue 13] a row says how long there was work and which model answers', () => {
  const threads = [thread('a', { calls: 2, workedMs: 80_000, model: 'claude<4>' }), thread('b', { agent: 'demo' })];
  const markup = renderToStaticMarkup(<ThreadList threads={threads} now={now} href={href} />);
  expect(markupText(markup)).toContain('2 tool calls · 1m 20s · claude<4>');
  expect(markupText(markup)).toContain('b demo');
  const named = <ThreadList threads={threads} now={now} href={href} agentWords={(agent) => `The ${agent}<agent>`} />;
  expect(markupText(renderToStaticMarkup(named))).toContain('b The demo<agent>');
  expect(markupText(renderToStaticMarkup(named))).toContain('1m 20s · claude<4>');
});

test('[issue 13] a row at work says no time: what it has worked so far would stand still there', () => {
  const row = (more: Partial<ThreadSummary>): string =>
    markupText(
      renderToStaticMarkup(<ThreadList threads={[thread('a', { workedMs: 80_000, ...more })]} now={now} href={href} />),
    );
  expect(row({ status: 'running' })).not.toContain('1m 20s');
  expect(row({ status: 'awaiting_user' })).toContain('1m 20s');
  expect(row({ status: 'cancelled' })).toContain('1m 20s');
});

test('the key for a new thread is shown where the host has one', () => {
  const list = <ThreadList threads={[]} now={now} href={href} newThreadKey="N" />;
  expect(markupText(renderToStaticMarkup(list))).toBe('New thread N');
});
