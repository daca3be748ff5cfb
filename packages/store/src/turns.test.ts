import { expect, test } from 'vitest';
import { createTurns, type Turns } from './turns.ts';

/** An event loop that turns when it is told to, and a clock that moves with the work. */
function startLoop(): { turns: Turns; turn: () => Promise<void>; work: (ms: number) => void } {
  let now = 0;
  let deferred: (() => void)[] = [];
  const turns = createTurns({ now: () => now, defer: (callback) => deferred.push(callback) });
  const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  return {
    turns,
    work: (ms) => void (now += ms),
    turn: async () => {
      await settle();
      const callbacks = deferred;
      deferred = [];
      for (const callback of callbacks) callback();
      await settle();
    },
  };
}

test('[M2] a long work leaves the loop after 8 ms, and goes on in the next turn', async () => {
  const { turns, turn, work } = startLoop();
  let pieces = 0;
  const done = (async () => {
    for (; pieces < 10; pieces += 1) {
      await turns.next();
      work(4);
    }
  })();
  const seen: number[] = [];
  for (let n = 0; n < 6; n += 1) {
    await turn();
    seen.push(pieces);
  }
  await done;
  // The first turn of the loop had begun before it was looked at.
  expect(seen).toEqual([4, 6, 8, 10, 10, 10]);
});

test('[M3] a hundred long works do one piece in a turn, not a hundred, and each has its turn', async () => {
  const { turns, turn, work } = startLoop();
  const pieces = Array.from({ length: 100 }, () => 0);
  const all = pieces.map(async (_, own) => {
    for (let n = 0; n < 3; n += 1) {
      await turns.next();
      work(20);
      pieces[own] = n + 1;
    }
  });
  const sum = (): number => pieces.reduce((a, b) => a + b, 0);
  await turn();
  let before = sum();
  for (let n = 0; n < 310; n += 1) {
    await turn();
    expect(sum() - before).toBeLessThanOrEqual(1);
    // First come, first served: nobody is two pieces ahead of anybody.
    expect(Math.max(...pieces) - Math.min(...pieces)).toBeLessThanOrEqual(1);
    before = sum();
  }
  await Promise.all(all);
  expect(sum()).toBe(300);
});

test('short works do not wait for each other', async () => {
  const { turns, work } = startLoop();
  for (let n = 0; n < 100; n += 1) {
    await turns.next();
    work(0.01);
  }
});

test('many short works that had to wait go on together, as far as the turn reaches', async () => {
  const { turns, turn, work } = startLoop();
  await turns.next();
  work(10);
  let done = 0;
  const all = Array.from({ length: 100 }, async () => {
    await turns.next();
    work(0.1);
    done += 1;
  });
  await turn();
  expect(done).toBeGreaterThan(50);
  expect(done).toBeLessThan(100);
  await turn();
  await Promise.all(all);
});

test('[M2] on the real loop others are heard while a long work is under way', async () => {
  let now = 0;
  const turns = createTurns({ now: () => now });
  let heard = 0;
  const hear = (): void => {
    heard += 1;
    hearing = setImmediate(hear);
  };
  let hearing = setImmediate(hear);
  // 40 pieces of 5 ms, two to a turn: promises alone would let nobody else be heard.
  for (let n = 0; n < 40; n += 1) {
    await turns.next();
    now += 5;
  }
  clearImmediate(hearing);
  expect(heard).toBeGreaterThanOrEqual(19);
});
