import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answerBar, HIGHEST_BAR, reachesBar } from './answer-bar.ts';

const bar = (marks: number) => ({ marks, length: HIGHEST_BAR });

describe('the bar of an answer', () => {
  it('rises with long commentary of late and after a long result, up to a bound', () => {
    expect(answerBar({ lateCommentary: 0, afterLongResult: false })).toEqual({ marks: 2, length: 480 });
    expect(answerBar({ lateCommentary: 2, afterLongResult: false })).toEqual({ marks: 4, length: 640 });
    expect(answerBar({ lateCommentary: 0, afterLongResult: true })).toEqual({ marks: 5, length: 800 });
    expect(answerBar({ lateCommentary: 8, afterLongResult: true })).toEqual({ marks: 13, length: 800 });
  });

  it('counts code points', () => {
    expect(reachesBar('🙂'.repeat(HIGHEST_BAR), bar(2))).toBe(false);
    expect(reachesBar('🙂'.repeat(HIGHEST_BAR + 1), bar(2))).toBe(true);
  });

  it.each([
    ['a\n\nb', 1],
    ['- a\n* b\n+ c\n• d', 4],
    ['1. a\n  22) b\n1234. c', 2],
    ['# a\n###### b\n####### c', 2],
    ['| a | b |\n|---|---|', 2],
    ['**Bold**\n\n**Again**', 3],
    ['-a\n*b*\n#c', 0],
    ['```\n- a\n\n- b\n```', 1],
    ['~~~\n```\n- a\n~~~\n- b', 2],
    ['```md\n```ts\n- a\n```', 1],
    ['```a``` b\n- c', 2],
  ])('%j has that many marks: %d', (text, marks) => {
    if (marks > 0) expect(reachesBar(text, bar(marks))).toBe(true);
    expect(reachesBar(text, bar(marks + 1))).toBe(false);
  });

  it('is reached for good: more words never undo it', () => {
    const piece = fc.constantFrom('- ', '**', '```', '~~~', '\n', '\n\n', '1. ', '# ', 'word ', '`', '*', ' ', '🙂');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), fc.integer({ min: 2, max: 6 }), (pieces, marks) => {
        const text = pieces.join('');
        const reached = Array.from({ length: text.length + 1 }, (_, end) => reachesBar(text.slice(0, end), bar(marks)));
        expect(reached.lastIndexOf(false)).toBeLessThan(reached.includes(true) ? reached.indexOf(true) : Infinity);
      }),
    );
  });
});
