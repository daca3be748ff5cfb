import { expect, it } from 'vitest';
import { LedgerWriter } from '../../ledger/ledger-writer.ts';
import { threadOf, timeline } from '../timeline.ts';
import { answerMeta } from './answer-text.ts';

it.each([
  ['word '.repeat(200), 1, 'Assistant'],
  ['word '.repeat(200), 8, 'Assistant'],
  ['word '.repeat(200), 0, 'Assistant'],
  ['word '.repeat(200), 200, 'Assistant · 200 tokens'],
  ['internationalisation', 2, 'Assistant · 2 tokens'],
  ['Yes.', 1, 'Assistant · 1 token'],
])('[issue 13] a count of tokens that cannot be true is not told: %s, %i', (text, tokens, meta) => {
  const ledger = new LedgerWriter('t');
  ledger.write({ type: 'agent.step.started', step: 1 });
  ledger.write({ type: 'agent.part.completed', step: 1, part: 0, kind: 'text', text });
  const usage = { input_tokens: 9, output_tokens: tokens };
  ledger.write({ type: 'agent.step.completed', step: 1, finish_reason: 'stop', usage });
  const items = [...timeline(threadOf(ledger.events)).items];
  expect(items.flatMap((item) => (item.kind === 'answer' ? [answerMeta(item)] : []))).toEqual([meta]);
});
