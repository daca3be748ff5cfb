import { expect, test } from 'vitest';
import type { MessagePosted } from '../ledger-event.ts';
import { asksForRun, hearing } from './hearing.ts';

const CODER = 'agent:coder';

function said(author: string, rest: Partial<MessagePosted> = {}): MessagePosted {
  return { v: 1, thread: 't1', seq: 2, at: 0, type: 'message.posted', author, parts: [], delivery: 'now', ...rest };
}

/** Who, in this order: the own agent, the coder, the team, the child. */
const SCOPES = [undefined, CODER, 'team', 'child:c1'];

test.each([
  ['a person, to all', said('@human'), ['addressed', 'addressed', 'overheard', 'nothing']],
  ['a person, to others', said('@human', { mentions: ['@pm'] }), ['addressed', 'overheard', 'overheard', 'nothing']],
  [
    'a person, to the team',
    said('@human', { mentions: ['@team'] }),
    ['addressed', 'addressed', 'overheard', 'nothing'],
  ],
  ['an agent, to nobody', said('@pm'), ['overheard', 'overheard', 'overheard', 'nothing']],
  ['an agent, to the coder', said('@pm', { mentions: ['@coder'] }), ['overheard', 'addressed', 'overheard', 'nothing']],
  ['the coder itself', said('@coder', { mentions: ['@coder'] }), ['overheard', 'nothing', 'overheard', 'nothing']],
  ['the coder, signed without @', said('coder'), ['overheard', 'nothing', 'overheard', 'nothing']],
  ['the own agent', said('@agent'), ['nothing', 'overheard', 'overheard', 'nothing']],
  ['anyone, to the child alone', said('@agent', { scope: 'child:c1' }), ['nothing', 'nothing', 'nothing', 'addressed']],
] as const)('who hears %s', (_, message, heard) => {
  expect(SCOPES.map((scope) => hearing(scope, message))).toEqual(heard);
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
