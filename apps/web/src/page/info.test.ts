import { expect, test } from 'vitest';
import { readInfo } from './info.ts';

test('prompts are words, with or without what they show', () => {
  expect(readInfo({ agent: 'Demo', prompts: ['a', { prompt: 'b' }, { prompt: 'c', shows: 'a diff' }] })).toEqual({
    agent: 'Demo',
    prompts: [
      { prompt: 'a', shows: undefined },
      { prompt: 'b', shows: undefined },
      { prompt: 'c', shows: 'a diff' },
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
