import { expect, test } from 'vitest';
import type { Evaluation } from '../../ledger/stop-reason.ts';
import { evaluationText } from './evaluation-text.ts';

test.each<readonly [criterion: string, verdict: Evaluation['verdict'], reason: string | undefined, text: string]>([
  ['user', 'pass', 'no objection', 'Asked to stop: no'],
  ['user', 'stop', 'asked to stop', 'Asked to stop: yes · the run ends'],
  ['finish_reason', 'continue', 'tool_calls', 'Last answer: the model called tools · the run goes on'],
  ['finish_reason', 'stop', 'stop', 'Last answer: complete · the run ends'],
  ['errors', 'continue', 'room was made', 'Errors: the context was compacted · the run goes on'],
  ['retries', 'stop', '6 failures in a row, and 5 are allowed', 'Failed attempts in a row: 6 of 5 · the run ends'],
  ['guard', 'pass', 'it does not repeat itself', 'Repetition: none'],
  ['steps', 'pass', '3, without a limit', 'Steps: 3, no limit'],
  ['tokens', 'stop', '1000000 of 1000000', 'Tokens: 1,000,000 of 1,000,000 · the run ends'],
  [
    'money',
    'pass',
    '0.1234 of 5, and 2 responses of unknown price',
    'Cost: $0.12 of $5.00 · 2 answers of unknown price',
  ],
  ['time', 'pass', '80000 ms of 3600000', 'Time: 1m 20s of 1h'],
  // Of another agent, or in words of its own.
  ['finish_reason', 'pass', 'an own word', 'Last answer: an own word'],
  ['constructor', 'stop', undefined, 'constructor · the run ends'],
  ['tests', 'continue', '3 of 4 are red', 'tests: 3 of 4 are red · the run goes on'],
])('[issue 13] why a run goes on or ends is said in words: %s, %s, %s', (criterion, verdict, reason, text) => {
  expect(evaluationText({ criterion, verdict, ...(reason === undefined ? {} : { reason }) })).toBe(text);
});
