/** What a session may say, of any length, read and written. `packages/core/src/long-texts.test.ts` */
import { longTexts, troubleWith } from '@toolthread/core/testing';
import { describe, expect, test } from 'vitest';
import { readTranscript } from './transcript/read-transcript.ts';
import { besideCode } from './writers/beside-code.ts';
import { codeSpan } from './writers/code-span.ts';
import { inertMarkdown } from './writers/inert-markdown.ts';
import { likeHeading } from './writers/like-heading.ts';
import { typedWords } from './writers/typed-words.ts';

const READERS: Readonly<Record<string, (long: string) => unknown>> = {
  'a file': (long) => readTranscript(long, { format: 'claude-code' }),
  'a message': (long) => readTranscript(record(long), { format: 'claude-code' }),
  besideCode,
  codeSpan,
  inertMarkdown,
  likeHeading,
  typedWords,
};

function record(text: string): string {
  return JSON.stringify({ type: 'user', uuid: 'a', sessionId: 's', message: { role: 'user', content: text } });
}

describe('[L2] no text is too long to be read', () => {
  test.each(Object.entries(longTexts))('%s', (_, long) => {
    expect(troubleWith(long(), READERS)).toEqual([]);
  });
});
