import { expect, test } from 'vitest';
import type { MessagePosted } from './ledger-event.ts';
import { asksForRun, hearing } from './hearing.ts';

const CODER = 'agent:coder';

function said(author: string, rest: Partial<MessagePosted> = {}): MessagePosted {
  return { v: 1, thread: 't1', seq: 2, at: 0, type: 'message.posted', author, parts: [], delivery: 'now', ...rest };
}

test.each([
  ['a person, to all', said('@human'), { own: 'addressed', coder: 'addressed', team: 'overheard', child: 'nothing' }],
  [
    'a person, to others',
    said('@human', { mentions: ['@pm'] }),
    { own: 'addressed', coder: 'overheard', team: 'overheard', child: 'nothing' },
  ],
  [
    'a person, to the team',
    said('@human', { mentions: ['@team'] }),
    { own: 'addressed', coder: 'addressed', team: 'overheard', child: 'nothing' },
  ],
  ['an agent, to nobody', said('@pm'), { own: 'overheard', coder: 'overheard', team: 'overheard', child: 'nothing' }],
  [
    'an agent, to the coder',
    said('@pm', { mentions: ['@coder'] }),
    { own: 'overheard', coder: 'addressed', team: 'overheard', child: 'nothing' },
  ],
  [
    'the coder itself',
    said('@coder', { mentions: ['@coder'] }),
    { own: 'overheard', coder: 'nothing', team: 'overheard', child: 'nothing' },
  ],
  [
    'the coder, signed without @',
    said('coder'),
    { own: 'overheard', coder: 'nothing', team: 'overheard', child: 'nothing' },
  ],
  ['the own agent', said('@agent'), { own: 'nothing', coder: 'overheard', team: 'overheard', child: 'nothing' }],
  [
    'anyone, to the child alone',
    said('@agent', { scope: 'child:c1' }),
    { own: 'nothing', coder: 'nothing', team: 'nothing', child: 'addressed' },
  ],
] as const)('who hears %s', (_, message, heard) => {
  const { own, coder, team, child } = heard;
  expect([undefined, CODER, 'team', 'child:c1'].map((scope) => hearing(scope, message))).toEqual([
    own,
    coder,
    team,
    child,
  ]);
});

test('a member who is called human hears the person', () => {
  expect(hearing('agent:human', said('@human'))).toBe('addressed');
});

test('a run is asked for by a person’s words, and by an agent’s that name somebody', () => {
  expect(asksForRun(said('@human'))).toBe(true);
  expect(asksForRun(said('@pm', { mentions: ['@coder'] }))).toBe(true);
  expect(asksForRun(said('@pm'))).toBe(false);
  expect(asksForRun(said('@human', { scope: 'child:c1' }))).toBe(false);
});
