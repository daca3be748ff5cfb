import { expect, it } from 'vitest';
import { called, turnTimeline } from '../../test/one-turn.ts';
import { BlocksWriter } from './index.ts';

it('[issue 11] a text that is written in pieces has a long result as it is: nothing is put before or behind a copy of it', () => {
  const result = 'ground "fine"\n'.repeat(10_000).trim();
  const { items } = turnTimeline([called('grind', { corn: 1 }, result), called('grind', { corn: 2 }, 'short')]);
  const options = { whole: true, plain: true, when: (): string => '2026-03-04 09:30' };
  const pieces = [...new BlocksWriter(options).texts(items)];
  expect(pieces).toContain(result);
  expect(pieces.join('')).toBe(new BlocksWriter(options).write(items));
});

it.each([{ plain: true }, {}])(
  '[issue 11] what is not to be whole has long arguments cut, as it is said of them: %j',
  (options) => {
    const { items } = turnTimeline([called('grind', { corn: 'c'.repeat(5_000) }, 'short')]);
    const text = new BlocksWriter(options).write(items);
    expect(text.length).toBeLessThan(1_000);
    expect(text).toContain('short</tool>');
  },
);
