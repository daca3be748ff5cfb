import { expect, test } from 'vitest';
import { readInfo } from './info.ts';

test('prompts are words, or words with a title', () => {
  expect(readInfo({ agent: 'Demo', prompts: ['a', { text: 'b' }, { title: 'C', text: 'c' }] })).toEqual({
    agent: 'Demo',
    prompts: [
      { title: 'a', text: 'a' },
      { title: 'b', text: 'b' },
      { title: 'C', text: 'c' },
    ],
  });
});

test.each([undefined, null, 1, 'x', [], {}, { prompts: [1, null, {}] }, { agent: 7, prompts: 'x' }])(
  '%j leaves what the page has by itself',
  (answer) => {
    const { agent, prompts } = readInfo(answer);
    expect(agent).toBe('Agent');
    expect(prompts.length).toBeGreaterThan(0);
  },
);
