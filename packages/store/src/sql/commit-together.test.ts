import { expect, onTestFinished, test, vi } from 'vitest';
import { eventLoop } from '../turns.ts';
import { commitTogether } from './commit-together.ts';
import type { Statements } from './database.ts';

const nothing = (): void => undefined;
const sql: Statements = {
  all: async () => [],
  lock: async () => [],
  run: async () => undefined,
  proof: nothing,
  alone: nothing,
};

test('[M3] those who are committed together do their work in turns of their own, and go on in turns of their own', async () => {
  // Whoever asks for a turn gets one of its own.
  const turns = vi.spyOn(eventLoop, 'next').mockImplementation(() => new Promise((resolve) => setImmediate(resolve)));
  onTestFinished(() => turns.mockRestore());
  const inTurn = { worked: 0, wentOn: 0 };
  const most = { worked: 0, wentOn: 0 };
  const count = (what: 'worked' | 'wentOn'): void => {
    inTurn[what] += 1;
    most[what] = Math.max(most[what], inTurn[what]);
  };
  let turn = setImmediate(function next() {
    Object.assign(inTurn, { worked: 0, wentOn: 0 });
    turn = setImmediate(next);
  });
  const together = commitTogether({
    tx: async (_askedAt, durability, work) => {
      await Promise.resolve();
      durability();
      return work(sql);
    },
    marks: { set: nothing, forget: nothing, goBack: nothing },
  });
  const all = Array.from({ length: 20 }, async (_, n) => {
    const value = await together('full', async () => (count('worked'), n));
    count('wentOn');
    return value;
  });
  expect(await Promise.all(all)).toEqual(Array.from({ length: 20 }, (_, n) => n));
  clearImmediate(turn);
  expect(most).toEqual({ worked: 1, wentOn: 1 });
});

test('[B.6 7] each that waits is tried as long after it was asked for, however many are before it: one that is left for a later transaction, too', async () => {
  let now = 1000;
  const begins: (() => void)[] = [];
  const groups: { askedAt: number; members: number }[] = [];
  const together = commitTogether({
    now: () => now,
    tx: async (askedAt, durability, work) => {
      await new Promise<void>((resolve) => begins.push(resolve));
      const group = { askedAt, members: 0 };
      groups.push(group);
      durability();
      return work({ ...sql, run: async () => void (group.members += 1) });
    },
    marks: { set: nothing, forget: nothing, goBack: nothing },
  });
  const ask = (): Promise<void> => together('full', (one) => one.run(''));
  const all = Array.from({ length: 70 }, ask);
  now = 31_000;
  all.push(ask());
  for (let n = 0; n < 3; n += 1) {
    await vi.waitFor(() => expect(begins).toHaveLength(1));
    begins.pop()?.();
    await vi.waitFor(() => expect(groups).toHaveLength(n + 1));
  }
  await Promise.all(all);
  expect(groups).toEqual([
    { askedAt: 1000, members: 32 },
    { askedAt: 1000, members: 32 },
    { askedAt: 1000, members: 7 },
  ]);
});
