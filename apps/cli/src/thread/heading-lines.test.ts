import { expect, it } from 'vitest';
import { eventFacts, NO_CALLS } from './event-facts.ts';
import { factLines } from './heading-lines.ts';

it('[L3] the total names every end that is none of done, also that nobody knows of', () => {
  const [total] = factLines({ ...NO_CALLS, calls: 3, failed: 1, lost: 2 }, eventFacts([]));
  expect(total?.spans.map(({ text }) => text).join('')).toBe('3 tool calls · 1 failed · 2 lost');
});
