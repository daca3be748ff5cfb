import { expect, test, vi } from 'vitest';
import type { ContentPart } from '../ledger/content-part.ts';
import type { EventDraft } from '../ledger/ledger-event.ts';
import { foldAll } from '../ledger/fold/fold.ts';
import { titleFrom } from '../text/title-from.ts';
import { titleOf } from './title-of.ts';

test.each([
  ['Upgrade it\nplease', 'Upgrade it'],
  ['  x  ', 'x'],
  ['\n\n', undefined],
  ['😀'.repeat(100), `${'😀'.repeat(79)}…`],
  [`${' '.repeat(5000)}${'😀'.repeat(79)}${' '.repeat(5000)}\nplease`, '😀'.repeat(79)],
])('%j names its thread', (text, title) => expect(titleFrom(text)).toBe(title));

const text = (words: string): ContentPart => ({ type: 'text', text: words });
const picture: ContentPart = {
  type: 'image',
  media_type: 'image/png',
  source: { kind: 'base64', data: 'AAAA' },
  name: 'a.png',
};
const says = (author: string, ...parts: readonly ContentPart[]): EventDraft => ({
  type: 'message.posted',
  author,
  parts,
  delivery: 'now',
});
const title = (...drafts: readonly EventDraft[]): string | undefined =>
  titleOf(foldAll(drafts.map((draft, n) => ({ ...draft, v: 1, thread: 't1', seq: n + 1, at: 0 }))));

test('[M2] however long the words are, only their beginning is looked at', () => {
  const words = 'The parser reads each line once. '.repeat(100_000);
  expect(titleFrom(words)).toBe(titleFrom(words.slice(0, 1000)));
  const walked = vi.spyOn(String.prototype, Symbol.iterator);
  titleFrom(words);
  const longest = Math.max(...walked.mock.contexts.map((text) => String(text).length));
  walked.mockRestore();
  expect(longest).toBeLessThanOrEqual(1000);
});

test('a thread that nobody gave a title is called by what a person said first', () => {
  const made: EventDraft = { type: 'thread.created' };
  expect(title(made)).toBeUndefined();
  expect(title(made, says('@agent', text('Hello')))).toBeUndefined();
  expect(title(made, says('@agent', text('Hello')), says('@human', text('Upgrade it\nplease')))).toBe('Upgrade it');
  expect(title(made, says('@human', text('One')), says('@human', text('Two')))).toBe('One');
  expect(title(made, says('@human', picture))).toBe('a.png');
  expect(title(made, says('@human', picture, text('Look')))).toBe('Look');
  expect(title(made, says('@human', text(' \n'), picture, text('Look')))).toBe('Look');
});

test('a title that somebody gave comes first, also an empty one', () => {
  for (const given of ['Mine', ''])
    expect(
      title({ type: 'thread.created' }, says('@human', text('One')), { type: 'thread.renamed', title: given }),
    ).toBe(given);
});

test('words that are purged name nothing', () => {
  const gone: EventDraft = { type: 'event.purged', purged: 'a secret', by: 'operator' };
  expect(title({ type: 'thread.created' }, gone, says('@human', text('Two')))).toBe('Two');
});
