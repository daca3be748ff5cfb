import { describe, expect, it } from 'vitest';
import { markdownLines } from './markdown-lines.ts';

const looks = (markdown: string): string[] =>
  Array.from(markdownLines(markdown), ({ spans }) => spans.map(({ text, style }) => `${style}: ${text}`).join(''));

describe('an answer in a terminal', () => {
  it('headings are strong, code is set apart, every word stays', () => {
    expect(looks('# Title\n\ntext #1\n```ts\n# no heading\n```\n- point')).toEqual([
      'strong: # Title',
      '',
      'plain: text #1',
      'accent: ```ts',
      'accent: # no heading',
      'accent: ```',
      'plain: - point',
    ]);
  });

  it('a fence ends with its own mark, or not at all', () => {
    expect(looks('````\n```\nx\n````\ny')).toEqual([
      'accent: ````',
      'accent: ```',
      'accent: x',
      'accent: ````',
      'plain: y',
    ]);
    expect(looks('~~~\nx')).toEqual(['accent: ~~~', 'accent: x']);
    expect(looks('```md\n```ts\n# x\n```\ny').slice(1)).toEqual([
      'accent: ```ts',
      'accent: # x',
      'accent: ```',
      'plain: y',
    ]);
    expect(looks('```a``` b\n# c')).toEqual(['plain: ```a``` b', 'strong: # c']);
  });

  it('a long point goes on below its words', () => {
    expect(Array.from(markdownLines('- point\n12. other\nplain'), ({ hang }) => hang)).toEqual([2, 4, 0]);
  });
});
