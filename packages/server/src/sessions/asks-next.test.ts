import { sessionState } from '@toolthread/core/summary';
import { expect, test } from 'vitest';
import { asksNext, EVERY_MS } from './asks-next.ts';

/** When a session whose last record came at 0, and was seen after `seen`, is found to be over: it is looked at every second, or less often on a busy machine. */
function foundAfter(seen: number, every: number): number {
  let asksAt = seen;
  for (let now = seen; ; now += every) {
    if (now < asksAt) continue;
    if (sessionState('answered', 0, now) === 'done') return now;
    asksAt = asksNext(now, seen);
  }
}

test('[L3] the thread of a session says that it is over with the list, or at the next look or two', () => {
  let over = 0;
  while (sessionState('answered', 0, over) !== 'done') over += 100;
  for (let every = EVERY_MS; every < 3 * EVERY_MS; every += 100)
    for (let seen = 0; seen < every; seen += 100) expect(foundAfter(seen, every)).toBeLessThanOrEqual(over + 2 * every);
});

test('a session that stays quiet is asked seldom', () => {
  let asks = 0;
  for (let at = 0; at < 600_000; at = asksNext(at, 0)) asks += 1;
  expect(asks).toBeLessThan(50);
});
