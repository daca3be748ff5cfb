import type { ThreadState } from '@toolthread/core';
import { completionMessages } from '@toolthread/core/context';
import type { Case } from '../../case.ts';
import { collectGarbage, undisturbed } from '../../measure.ts';
import { lookingModel, runFrom, threadOf } from '../../runs/scripted-run.ts';

const STEPS = 30;
const ROUNDS = 4;

/**
 * The loop's own work for a step: response, call, result, verdict. The model and the tool take no time and the ledger is in
 * memory. The request is as long as the thread, and so is the making of it: the clock is from the step's first event until
 * the model is asked.
 */
export const stepOverheadGrowth: Case = {
  name: 'step-overhead-growth',
  unit: 'µs/step of the loop at 10,000 events of history over 100',
  target: { at: 'most', ratio: 2 },
  async run() {
    const [large, small] = [await threadOf(10_000), await threadOf(100)];
    const [ours, theirs]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      ours.push(...(await stepTimes(large, large)));
      theirs.push(...(await stepTimes(small, large)));
    }
    return { ours: undisturbed(ours), theirs: undisturbed(theirs), note: 'large over small, both ours' };
  },
};

/** Before each step a request of the same thread `before` is made: else the small one alone has the processor's caches for itself. */
async function stepTimes(thread: ThreadState, before: ThreadState): Promise<number[]> {
  collectGarbage();
  const asked: number[] = [];
  const begun: number[] = [];
  await runFrom(
    thread,
    lookingModel(STEPS, () => {
      if (completionMessages(before).length === 0) throw new Error('the thread is empty');
      asked.push(performance.now());
    }),
    ({ type }) => {
      if (type === 'agent.step.started') begun.push(performance.now());
    },
  );
  // The first step is the run's beginning, too.
  return begun.slice(2).map((at, n) => 1000 * (at - (asked[n + 1] ?? Number.NaN)));
}
