import { readTranscript } from '@toolthread/transcripts';
import { describe, expect, it } from 'vitest';
import { unreadWords } from './unread-words.ts';

const FORK = { id: 'fork', history_base: { thread_id: 'origin', end_ordinal_exclusive: 9 } };

function wordsOf(meta: object, ...more: string[]): string | undefined {
  const lines = [
    JSON.stringify({ type: 'session_meta', payload: meta }),
    JSON.stringify({ type: 'event_msg', payload: { type: 'user_message', message: 'Go on.' } }),
  ];
  return unreadWords(readTranscript([...lines, ...more].join('\n'), { format: 'codex' }).state.account);
}

describe('[issue 11] [L4] what an export of a session cannot have', () => {
  it.each([
    ['nothing', { id: 'whole' }, [], undefined],
    ['a line', { id: 'whole' }, ['{torn'], '1 malformed line could not be read. "toolthread inspect" says why.'],
    [
      'the beginning of a fork, which is no damage',
      FORK,
      [],
      'What came before is in another session, from which this one was forked. "toolthread inspect" says which.',
    ],
    [
      'both',
      FORK,
      ['{torn'],
      'What came before is in another session, from which this one was forked. 1 malformed line could not be read. "toolthread inspect" says why.',
    ],
  ])('%s', (_, meta, more, words) => {
    expect(wordsOf(meta, ...more)).toBe(words);
  });
});
