import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readWords, writeWords } from './write-words.ts';
import { parseToolBlocks } from './parse-tool-blocks.ts';

const pieces = [
  '<tool>',
  '</tool>',
  '<tool id="1">',
  '&lt;tool>',
  '&amp;lt;tool',
  '&amp;amp;lt;tool',
  '&',
  'amp;',
  'lt;tool',
  'f()',
  '\n',
  '\n\n',
  '    ',
  '\t',
  '```',
  '~~~',
  '`',
  ' ',
  'words',
  '\r\n',
  '> ',
  '- ',
];
const anyWords = fc.array(fc.constantFrom(...pieces), { maxLength: 30 }).map((all) => all.join(''));

describe('words between blocks', () => {
  it('are left alone where nothing in them looks like a block', () => {
    for (const words of ['a < b && c', '&lt;b&gt; @human', '<b>tool</b>', '```\n<tool>f()</tool>\n```']) {
      expect(writeWords(words)).toBe(words);
      expect(readWords(words)).toBe(words);
    }
  });

  it('never become a block, and come back as they were', () => {
    fc.assert(
      fc.property(anyWords, (words) => {
        const written = writeWords(words);
        const read = parseToolBlocks(written);
        expect(read.every(({ kind }) => kind === 'text')).toBe(true);
        const closed = written.length - words.length;
        expect(readWords(written).startsWith(words)).toBe(true);
        expect(readWords(written).slice(words.length)).toMatch(closed === 0 ? /^$/ : /^(?:\n?(?:`{3,}|~{3,}))?$/);
      }),
      { numRuns: 5000 },
    );
  });

  it('that leave a fence open have it closed, or it would swallow the blocks that follow', () => {
    expect(writeWords('so:\n````js\nf()')).toBe('so:\n````js\nf()\n````');
    expect(writeWords('~~~\nf()\n')).toBe('~~~\nf()\n~~~');
    expect(writeWords('```\nf()\n```')).toBe('```\nf()\n```');
  });
});
