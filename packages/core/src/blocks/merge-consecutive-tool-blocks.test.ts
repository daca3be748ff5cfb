import { describe, expect, it } from 'vitest';
import { mergeConsecutiveToolBlocks, parseToolBlocks } from './index.ts';

function merged(text: string): (string | number)[] {
  return mergeConsecutiveToolBlocks(parseToolBlocks(text)).map((part) =>
    part.kind === 'text' ? part.text : part.count,
  );
}

const block = '<tool>f()\nok</tool>';

describe('consecutive blocks', () => {
  it('are one group, with their count', () => {
    expect(merged(`${block}\n\n${block}${block}`)).toEqual([3]);
    expect(merged(block)).toEqual([1]);
  });

  it('are not parted by white space, however much', () => {
    expect(merged(`${block}\n \n\t\n\n\n${block}`)).toEqual([2]);
  });

  it('are parted by words', () => {
    expect(merged(`a${block}${block} then ${block}`)).toEqual(['a', 2, ' then ', 1]);
  });

  it('keep the white space around them', () => {
    expect(merged(` ${block}  `)).toEqual([' ', 1, '  ']);
  });

  it('keep their order and their states', () => {
    const [group] = mergeConsecutiveToolBlocks(parseToolBlocks('<tool>a()\nok</tool><tool>b()</tool>'));
    expect(group).toMatchObject({
      kind: 'tools',
      blocks: [
        { name: 'a', state: 'done' },
        { name: 'b', state: 'pending' },
      ],
    });
  });

  it('of no parts are none', () => {
    expect(mergeConsecutiveToolBlocks([])).toEqual([]);
  });

  it('of a hundred thousand parts do not hang', () => {
    expect(merged(`${block}\n \n`.repeat(100_000))[0]).toBe(100_000);
  });
});
