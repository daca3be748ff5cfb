import type { LedgerEvent } from '@toolthread/core';
import { expect, test } from 'vitest';
import { readLedger } from './read-ledger.ts';

const event = (seq: number): LedgerEvent => ({ v: 1, thread: 't/1', seq, at: 0, type: 'thread.closed' });
const all = Array.from({ length: 7 }, (_, index) => event(index + 1));

/** A server that gives three events at a time. */
function serving(events: readonly unknown[], asked: string[] = []): typeof fetch {
  return (input) => {
    const address = input instanceof Request ? input.url : input.toString();
    asked.push(address);
    const after = Number(/after=(\d+)/.exec(address)?.[1]);
    return Promise.resolve(Response.json({ events: events.slice(after, after + 3) }));
  };
}

test('a ledger is read to its end, page by page', async () => {
  const asked: string[] = [];
  expect(await readLedger('t/1', serving(all, asked))).toEqual(all);
  expect(asked[1]).toBe('/api/threads/t%2F1/events?after=3&limit=1000');
});

test('a ledger with a hole in it is none: what is wrong is said', async () => {
  const broken = all.with(4, { ...event(5), type: 'agent.danced' } as never);
  expect(await readLedger('t/1', serving(broken))).toContain('An event is not known here');
});

test.each([
  [() => Promise.resolve(new Response('', { status: 500 })), 'The server answered 500.'],
  [() => Promise.reject(new Error('no network')), 'The server does not answer.'],
  [() => Promise.resolve(Response.json({})), 'The server returned no events.'],
  [() => Promise.resolve(Response.json(null)), 'The server returned no events.'],
])('what went wrong is said in words', async (ask, words) => expect(await readLedger('t', ask)).toBe(words));
