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
    tx: async (durability, work) => {
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
