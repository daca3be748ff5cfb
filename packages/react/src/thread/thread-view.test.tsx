import { type LedgerEvent, timeline, threadOf } from '@toolthread/core';
import { exampleThread } from '@toolthread/core/testing';
import { ItemList } from '@toolthread/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { allActions, markupText } from '../../test/drawn.tsx';
import { ledgerOf } from '../../test/first-call.ts';
import { goldenLedgers } from '../../test/golden-ledgers.ts';
import { ThreadView } from './thread-view.tsx';

test.each(goldenLedgers)('%s can be drawn where there is no window', (_, events) => {
  const { items } = timeline(threadOf(events));
  const markup = renderToStaticMarkup(<ThreadView thread="t" items={items} />);
  expect(markup).toContain('role="log"');
});

test('a server draws the words of a thread', () => {
  const markup = renderToStaticMarkup(<ThreadView thread="t" items={timeline(exampleThread).items} />);
  expect(markup).toContain('Only the linter.');
});

test('of a very long thread a server draws the beginning only', () => {
  const events = Array.from({ length: 1000 }, (_, i): LedgerEvent => ({
    type: 'message.posted',
    author: '@human',
    delivery: 'now',
    parts: [{ type: 'text', text: `message ${i + 1}.` }],
    v: 1,
    thread: 't',
    seq: i + 1,
    at: 0,
  }));
  const markup = renderToStaticMarkup(<ThreadView thread="t" items={timeline(threadOf(events)).items} />);
  expect([markup.includes('message 1.'), markup.includes('message 1000.')]).toEqual([true, false]);
});

test.each(goldenLedgers)('%s: events that were sent as JSON are drawn as its items are', (_, events) => {
  const { items } = timeline(threadOf(events));
  const sent: LedgerEvent[] = JSON.parse(JSON.stringify(events));
  expect(renderToStaticMarkup(<ItemList events={sent} />)).toBe(renderToStaticMarkup(<ItemList items={items} />));
  expect(renderToStaticMarkup(<ThreadView events={sent} />)).toContain('role="log"');
});

test('events say what can still be changed, and whether the last run can be continued', () => {
  const run = 'r1';
  const events = ledgerOf(
    { type: 'agent.status', status: 'running', run },
    { type: 'agent.status', status: 'failed', previous_status: 'running', run },
    { type: 'message.posted', author: '@human', delivery: 'now', parts: [{ type: 'text', text: 'And now?' }] },
  );
  const text = markupText(renderToStaticMarkup(<ThreadView events={events} actions={allActions} />));
  expect([text.includes('Edit'), text.includes('Try again')]).toEqual([true, true]);
  expect(markupText(renderToStaticMarkup(<ThreadView events={events} />))).not.toMatch(/Edit|Try again/);
});
