/** What reads a text reads one of any length. `npm run check` refuses the patterns that cannot; here is what else could overflow. */
import { describe, expect, test } from 'vitest';
import { longTexts, troubleWith } from '../test/texts/long-texts.ts';
import * as blocks from './blocks/index.ts';
import * as text from './text/index.ts';
import * as lines from './timeline/lines/index.ts';

const READERS: Readonly<Record<string, (long: string) => unknown>> = {
  setApart: blocks.setApart,
  normalizeMarkdownCollapsibleBlocks: blocks.normalizeMarkdownCollapsibleBlocks,
  parseToolBlocks: blocks.parseToolBlocks,
  readStoredText: (long) => blocks.readStoredText(long, []),
  plainText: text.plainText,
  withoutBlankLines: text.withoutBlankLines,
  visibleRuns: text.visibleRuns,
  proposedRuns: lines.proposedRuns,
  indexedText: lines.indexedText,
  askedSearch: lines.askedSearch,
  wordsPattern: (long) => lines.wordsPattern('a b').exec(long),
};

describe('[L2] no text is too long to be read', () => {
  test.each(Object.entries(longTexts))('%s', (_, long) => {
    expect(troubleWith(long(), READERS)).toEqual([]);
  });
});
