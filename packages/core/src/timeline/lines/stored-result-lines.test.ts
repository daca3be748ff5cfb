import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatToolCombined } from '../../blocks/format-tool-started.ts';
import { parseToolBlocks } from '../../blocks/parse-tool-blocks.ts';
import { resultLines } from './result-text.ts';
import { storedResultLines } from './stored-result-lines.ts';

/** A result as it comes back out of a block. */
function stored(result: string): string {
  const [block] = parseToolBlocks(formatToolCombined('a', {}, result)[0]);
  return block?.kind === 'tool' ? (block.result ?? '') : '';
}

describe('[000, stranger 5] a result that was cut when it was written', () => {
  it('is as large as its marker says', () => {
    const project = `[name]\nversion = "0.3.1"\n${'x'.repeat(2331)}`;
    expect(storedResultLines(stored(project))).toEqual({
      below: `[name]\nversion = "0.3.1"\n${'x'.repeat(475)}`,
      marker: '… (truncated, 2.3KB)',
    });
  });

  it('has more lines than its marker says, when fewer are shown', () => {
    const text = stored(Array.from({ length: 150 }, () => 'abcd').join('\n'));
    expect(text).toContain('\n... (50 more lines, 749B in all)');
    const below = 'abcd\nabcd\nabcd';
    expect(storedResultLines(text)).toEqual({ below, marker: '... (147 more lines, 749B in all)' });
    // As texts were written before.
    const unsized = text.replace(', 749B in all', '');
    expect(storedResultLines(unsized)).toEqual({ below, marker: '... (147 more lines)' });
    const whole = storedResultLines(text, { whole: true });
    expect(whole.below?.split('\n')).toHaveLength(100);
    expect(whole.marker).toBe('... (50 more lines, 749B in all)');
  });

  it('of which nobody knows how many lines it had: as large as it was', () => {
    const text = stored(Array.from({ length: 1000 }, () => 'abcde,').join('\n'));
    expect(text).toContain('… (truncated, 6.8KB)');
    expect(storedResultLines(text)).toEqual({ below: 'abcde,\nabcde,\nabcde,', marker: '… (truncated, 6.8KB)' });
  });

  it.each(['a', 'a\nb\nc\nd', 'x'.repeat(600), 'Done… (truncated', '... (3 more lines)', ''])(
    'what has no marker at its end is a result like any other: %j',
    (text) => {
      for (const whole of [true, false])
        expect(storedResultLines(text, { whole })).toEqual(resultLines(text, { whole }));
    },
  );

  it('counts as many lines as there were, of any result that was cut at a line', () => {
    fc.assert(
      fc.property(fc.nat(300), fc.nat(5), (extra, width) => {
        const result = Array.from({ length: 100 + extra }, () => 'x'.repeat(width + 1)).join('\n');
        const { below = '', marker = '' } = storedResultLines(stored(result));
        const more = /^\.\.\. \((\d+) more lines?(?:, [\d.,]+K?B in all)?\)$/.exec(marker)?.[1];
        if (more === undefined) expect(marker).toMatch(/^… \(truncated, /);
        else expect(below.split('\n').length + Number(more)).toBe(100 + extra);
      }),
      // A size of four digits.
      { examples: [[101, 3]] },
    );
  });
});
