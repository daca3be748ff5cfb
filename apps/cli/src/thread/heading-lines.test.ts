import { readTranscript } from '@toolthread/transcripts';
import { expect, it } from 'vitest';
import { eventFacts, NO_CALLS } from './event-facts.ts';
import { accountLines, factLines, unseenLines } from './heading-lines.ts';

it('[L3] the total names every end that is none of done, also that nobody knows of', () => {
  const [total] = factLines({ ...NO_CALLS, calls: 3, failed: 1, lost: 2 }, eventFacts([]));
  expect(total?.spans.map(({ text }) => text).join('')).toBe('3 tool calls · 1 failed · 2 without result');
});

it('[issue 11] [L4] a fork that begins in another session names it, and is not called damaged', () => {
  const meta = { type: 'session_meta', payload: { id: 'b2', history_base: { thread_id: 'a1' } } };
  const lines = accountLines(readTranscript(JSON.stringify(meta), { format: 'codex' }).account);
  expect(lines.map(({ spans }) => spans.map(({ text }) => text).join(''))).toEqual([
    '1 record: 0 shown, 0 folded, 1 hidden',
    'What came before is in the session a1, from which this one was forked.',
  ]);
});

it.each([
  ['collapsed', '9B of it is folded or cut. --expand opens the groups, --full shows everything.'],
  ['expanded', '9B of it is folded or cut. --full shows everything.'],
] as const)('[issue 11] what is not seen names what would show more of it: %s', (form, words) => {
  expect(unseenLines({ bytes: 9, form }).map(({ spans }) => spans.map(({ text }) => text).join(''))).toEqual([words]);
});
