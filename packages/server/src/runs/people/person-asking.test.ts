import { type EventDraft, foldAll, HUMAN, type LedgerEvent, LEDGER_VERSION } from '@toolthread/core';
import { expect, test } from 'vitest';
import { personAsking } from './person-asking.ts';

type Draft = EventDraft & { readonly run?: string };

const says = (by: string, delivery: 'now' | 'followUp' = 'now'): Draft => ({
  type: 'message.posted',
  author: HUMAN,
  by,
  parts: [{ type: 'text', text: 'Hello' }],
  delivery,
});
const runs = (run: string, status: 'running' | 'awaiting_user' | 'completed'): Draft => ({
  type: 'agent.status',
  status,
  run,
});
const goesOn = (by: string): Draft => ({ type: 'agent.status', status: 'queued', asked_by: by });

function asking(drafts: readonly Draft[]): string {
  const events = [{ type: 'thread.created' } as const, ...drafts].map((draft, n): LedgerEvent => ({
    ...draft,
    v: LEDGER_VERSION,
    thread: 't1',
    seq: n + 1,
    at: n,
  }));
  return personAsking(foldAll(events));
}

test.each<readonly [string, readonly Draft[], string]>([
  ['nobody', [], HUMAN],
  ['the last who spoke', [says('ada'), says('bob')], 'bob'],
  ['not who spoke to a child run only', [says('ada'), { ...says('bob'), scope: 'child:c1' }], 'ada'],
  [
    'who asked for the run that is at work, and not who writes into it',
    [says('ada'), runs('r1', 'running'), says('bob')],
    'ada',
  ],
  [
    'nor who writes while it waits for somebody, or has gone on',
    [
      says('ada'),
      runs('r1', 'running'),
      says('bob'),
      runs('r1', 'awaiting_user'),
      says('cy'),
      runs('r1', 'running'),
      says('dee'),
    ],
    'ada',
  ],
  [
    'of the next run who spoke in the last one and was not heard',
    [says('ada'), runs('r1', 'running'), says('bob', 'followUp'), runs('r1', 'completed')],
    'bob',
  ],
  [
    'of the second run who asked for that one',
    [says('ada'), runs('r1', 'running'), runs('r1', 'completed'), says('bob'), runs('r2', 'running'), says('ada')],
    'bob',
  ],
  [
    'who had it go on, when it is at work too',
    [says('ada'), runs('r1', 'running'), runs('r1', 'completed'), goesOn('bob'), runs('r2', 'running'), says('ada')],
    'bob',
  ],
  [
    'who had queued what it goes on with, when it had completed',
    [says('ada'), runs('r1', 'running'), says('bob', 'followUp'), runs('r1', 'completed'), runs('r1', 'running')],
    'bob',
  ],
  [
    'not who writes while a child of it completes',
    [
      says('ada'),
      runs('r1', 'running'),
      says('bob'),
      { ...runs('r1', 'completed'), scope: 'child:c1' },
      runs('r1', 'awaiting_user'),
    ],
    'ada',
  ],
])('a run is paid by: %s', (_, drafts, person) => {
  expect(asking(drafts)).toBe(person);
});
