import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { workedMs } from '@toolthread/core/summary';
import type { LedgerEvent } from '@toolthread/core';
import { readTranscript } from '@toolthread/transcripts';
import { expect, it } from 'vitest';
import { eventFacts } from './event-facts.ts';

const SECOND = 1000;
const START = 1_770_000_000_000;

function workedAt(...seconds: readonly number[]): object {
  const events = seconds.map((second, index): LedgerEvent => ({
    v: 1,
    thread: 't',
    seq: index + 1,
    at: START + second * SECOND,
    type: 'message.posted',
    author: '@human',
    parts: [{ type: 'text', text: 'Hi' }],
    delivery: 'now',
  }));
  const { workedMs, startedAt, endedAt } = eventFacts(events);
  return {
    worked: workedMs / SECOND,
    from: ((startedAt ?? 0) - START) / SECOND,
    to: ((endedAt ?? 0) - START) / SECOND,
  };
}

it('the time worked is that of all records, in whatever order they stand', () => {
  expect(workedAt(0, 10, 20)).toEqual({ worked: 20, from: 0, to: 20 });
  expect(workedAt(20, 0, 10, 15)).toEqual({ worked: 20, from: 0, to: 20 });
  expect(workedAt(0, 5, 3, 20)).toEqual({ worked: 20, from: 0, to: 20 });
});

it('one record that is days late adds no more than a pause does', () => {
  expect(workedAt(900_000, 0, 10, 20)).toEqual({ worked: 320, from: 0, to: 900_000 });
});

const MINUTE = 60 * SECOND;
const minutes = (...spans: readonly (readonly [number, number])[]) =>
  spans.map(([from, to]) => [START + from * MINUTE, START + to * MINUTE]);

it('while a question waits for a person there is no work; two at once are one wait; one that nobody answered is none', () => {
  const told = [
    [0, { type: 'thread.created', source: { format: 'claude-code' } }],
    [0, { type: 'agent.status', status: 'running' }],
    [1, { type: 'request.opened', kind: 'question', request: 'q1', call: 'c1', step: 1 }],
    [2, { type: 'request.opened', kind: 'approval', request: 'q2', call: 'c2', step: 1 }],
    [3, { type: 'request.resolved', request: 'q1', decision: 'once' }],
    [60, { type: 'request.resolved', request: 'q2', decision: 'once' }],
    [62, { type: 'request.opened', kind: 'question', request: 'q3', call: 'c3', step: 1 }],
    [64, { type: 'agent.status', status: 'running' }],
    [65, { type: 'thread.renamed', title: 't' }],
  ] as const;
  const events = told.map(([minute, draft], index): LedgerEvent => ({
    v: 1,
    thread: 't',
    seq: index + 1,
    at: START + minute * MINUTE,
    ...draft,
  }));
  const { worked, workedMs, waited } = eventFacts(events);
  expect({ worked, waited }).toEqual({ worked: minutes([0, 1], [60, 64]), waited: minutes([1, 60]) });
  expect(workedMs).toBe(5 * MINUTE);
});

const FIXTURES = join(import.meta.dirname, '../../../../packages/transcripts/fixtures');

it.each(globSync(['*/*.jsonl', '*/*.json'], { cwd: FIXTURES }))(
  '[issue 11] the page, which has the state alone, says the same time: %s',
  (name) => {
    const { events, state } = readTranscript(readFileSync(join(FIXTURES, name)), { path: join(FIXTURES, name) });
    expect(eventFacts(events).workedMs).toBe(workedMs(state));
  },
);

it('what ran while another call waited for a person is work; a call that asked is none', () => {
  const step = { step: 1 } as const;
  const told = [
    [0, { type: 'agent.tool.started', call: 'a', ...step }],
    [0, { type: 'agent.tool.started', call: 'b', ...step }],
    [0, { type: 'request.opened', kind: 'question', request: 'q', call: 'b', ...step }],
    [2, { type: 'agent.tool.completed', call: 'a', outcome: 'done', ...step }],
    [60, { type: 'request.resolved', request: 'q', decision: 'once' }],
    [60, { type: 'agent.tool.completed', call: 'b', outcome: 'done', ...step }],
    [90, { type: 'agent.tool.started', call: 'c', ...step }],
    [100, { type: 'agent.tool.completed', call: 'c', outcome: 'done', duration_ms: 9 * MINUTE, ...step }],
  ] as const;
  const events = told.map(([minute, draft], index): LedgerEvent => ({
    v: 1,
    thread: 't',
    seq: index + 1,
    at: START + minute * MINUTE,
    ...draft,
  }));
  expect(eventFacts(events).worked).toEqual(minutes([0, 2], [60, 65], [90, 100]));
});
