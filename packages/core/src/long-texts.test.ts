/** A pattern that repeats a group, or under the flag `u` any set of letters, throws at some megabytes. What reads a text reads one of any length. */
import { describe, expect, test } from 'vitest';
import * as blocks from './blocks/index.ts';
import * as text from './text/index.ts';
import * as lines from './timeline/lines/index.ts';

const LENGTH = 10_000_000;

/** Ten million characters of one kind, where a reader may look for the end of something. */
const LONG: Readonly<Record<string, string>> = {
  letters: 'x'.repeat(LENGTH),
  'blank lines': '\n'.repeat(LENGTH),
  'blank lines behind a mark': `🔧 \`a\` [1]${'\r\n'.repeat(LENGTH / 2)}x`,
  'a name': `🔧 \`${'x'.repeat(LENGTH)}\` [1]`,
  quotes: '>'.repeat(LENGTH),
  'a line across': '- '.repeat(LENGTH / 2),
  joiners: '\u200d'.repeat(LENGTH),
  accents: `a${'\u0301'.repeat(LENGTH)}`,
  'wide spaces': `a${'\u3000'.repeat(LENGTH)}b`,
  'Chinese letters': '漢'.repeat(LENGTH),
  'letters of flags': '\u{e0041}'.repeat(LENGTH / 2),
  entities: `&${'amp;'.repeat(LENGTH / 4)}lt;tool`,
};

const READERS: Readonly<Record<string, (long: string) => unknown>> = {
  setApart: blocks.setApart,
  normalizeMarkdownCollapsibleBlocks: blocks.normalizeMarkdownCollapsibleBlocks,
  parseToolBlocks: blocks.parseToolBlocks,
  readStoredText: (long) => blocks.readStoredText(long, []),
  plainText: text.plainText,
  withoutBlankLines: text.withoutBlankLines,
  visible: text.visible,
  visibleRuns: text.visibleRuns,
  proposedRuns: lines.proposedRuns,
  indexedText: lines.indexedText,
  askedSearch: lines.askedSearch,
  wordsPattern: (long) => lines.wordsPattern('a b').exec(long),
};

describe('[L2] no text is too long to be read', () => {
  for (const [name, read] of Object.entries(READERS))
    test.each(Object.keys(LONG))(`${name}: %s`, (kind) => {
      expect(() => read(LONG[kind] ?? '')).not.toThrow();
    });
});
