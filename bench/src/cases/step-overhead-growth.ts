import type { ThreadState } from '@toolthread/core';
import { completionMessages } from '@toolthread/core/context';
import type { Case } from '../case.ts';
import { collectGarbage, median } from '../measure.ts';
import { lookingModel, runFrom, threadOf } from '../runs/scripted-run.ts';

const STEPS = 30;
const ROUNDS = 25;

/**
 * The loop's own work for a step: response, call, result, verdict. The model and the tool take no time and the ledger is in
 * memory. The request is as long as the thread, and so is the making of it: it is timed apart, and taken off.
 */
export const stepOverheadGrowth: Case = {
  name: 'step-overhead-growth',
  unit: 'µs/step of the loop at 10,000 events of history over 100',
  target: { at: 'most', ratio: 2 },
  async run() {
    const [large, small] = [await threadOf(10_000), await threadOf(100)];
    const [ours, theirs]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      ours.push(await perStep(large));
      theirs.push(await perStep(small));
    }
    return {
      ours: median(ours.slice(2)) - requestTime(large),
      theirs: median(theirs.slice(2)) - requestTime(small),
      note: `large over small, both ours; its request takes ${Math.round(requestTime(large))} µs more`,
    };
  },
};

function requestTime(thread: ThreadState): number {
  const times = Array.from({ length: 4 * ROUNDS }, () => {
    const start = cpuMicroseconds();
    if (completionMessages(thread).length === 0) throw new Error('the thread is empty');
    return cpuMicroseconds() - start;
  });
  return median(times.slice(ROUNDS));
}

async function perStep(thread: ThreadState): Promise<number> {
  collectGarbage();
  const asked: number[] = [];
  await runFrom(
    thread,
    lookingModel(STEPS, () => void asked.push(cpuMicroseconds())),
  );
  const [, second = 0] = asked;
  return ((asked.at(-1) ?? 0) - second) / (asked.length - 2);
}

/** Of this thread: neither the collector's helpers nor other programs count. */
function cpuMicroseconds(): number {
  const { user, system } = process.threadCpuUsage();
  return user + system;
}
