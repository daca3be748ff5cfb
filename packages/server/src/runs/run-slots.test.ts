import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRunSlots, type RunSlot } from './run-slots.ts';

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** The slots in the order in which they were had. */
interface Asked {
  readonly all: readonly RunSlot[];
  readonly order: readonly number[];
  /** The order after one of them did so. */
  readonly after: (slot: number, act: 'hurry' | 'leave' | 'rest' | 'wake') => Promise<readonly number[]>;
}

async function asked(slots: { ask(): RunSlot }, count: number): Promise<Asked> {
  const order: number[] = [];
  const all = Array.from({ length: count }, () => slots.ask());
  for (const [n, { taken }] of all.entries()) void taken.then(() => order.push(n));
  await settle();
  const after: Asked['after'] = async (slot, act) => {
    all[slot]?.[act]();
    await settle();
    return order;
  };
  return { all, order, after };
}

test('so many at once; the others have theirs in the order in which they came', async () => {
  const { order, after } = await asked(createRunSlots(2), 5);
  expect(order).toEqual([0, 1]);
  expect(await after(1, 'leave')).toEqual([0, 1, 2]);
  await after(0, 'leave');
  expect(await after(2, 'leave')).toEqual([0, 1, 2, 3, 4]);
});

test('who is in a hurry waits for nobody, and takes nobody the slot', async () => {
  const { after } = await asked(createRunSlots(1), 3);
  expect(await after(2, 'hurry')).toEqual([0, 2]);
  expect(await after(2, 'leave')).toEqual([0, 2]);
  expect(await after(0, 'leave')).toEqual([0, 2, 1]);
});

test('who rests holds no slot, and goes on without waiting', async () => {
  const { after } = await asked(createRunSlots(1), 3);
  expect(await after(0, 'rest')).toEqual([0, 1]);
  await after(0, 'wake');
  // The first is back: there is no room until it leaves.
  expect(await after(1, 'leave')).toEqual([0, 1]);
  expect(await after(0, 'leave')).toEqual([0, 1, 2]);
});

test('whatever they do, no slot is lost and none is made', async () => {
  const act = fc.record({ slot: fc.nat({ max: 9 }), what: fc.constantFrom('hurry', 'rest', 'wake', 'leave') });
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 40 }), fc.integer({ min: 1, max: 3 }), async (acts, count) => {
      const slots = createRunSlots(count);
      const { all } = await asked(slots, 10);
      for (const { slot, what } of acts) all[slot]?.[what]();
      for (const one of all) one.leave();
      const again = await asked(slots, count + 2);
      expect(again.order).toEqual(Array.from({ length: count }, (_, n) => n));
    }),
  );
});
