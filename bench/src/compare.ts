import type { Measured } from './case.ts';
import { interleave, processorMs, type Sides, type Work } from './measure.ts';

const BUDGET_MS = 20_000;
/** A peer whose cost grows with the thread is stopped here: its rate is then that of the cheaper, first part. */
const RUN_MS = 15_000;

/** Events a second of both sides over the same described stream of `events`, of processor time: `clock` is for work that is done elsewhere. */
export async function compare(events: number, sides: Sides, clock: () => number = processorMs): Promise<Measured> {
  const rates = await interleave(sides, { budgetMs: BUDGET_MS, runMs: RUN_MS, clock });
  return {
    ours: rates.ours * 1000,
    theirs: rates.theirs * 1000,
    ...stopped('ours', rates.oursDone, events),
    ...stopped('theirs', rates.theirsDone, events),
  };
}

function stopped(side: string, done: number, events: number): { note?: string } {
  if (done >= events) return {};
  return { note: `${side} stopped after ${RUN_MS / 1000} s at ${Math.floor((100 * done) / events)}%` };
}

/** `tenfold((count) => …)`: what 1,000 of something cost us, over what 100 cost. */
export function tenfold(work: (count: number) => void): Promise<Measured> {
  const repeated =
    (times: number, count: number): Work =>
    (deadline) => {
      let done = 0;
      for (; done < times && performance.now() < deadline; done += 1) work(count);
      return done;
    };
  return growth(repeated(5, 1_000), repeated(50, 100), 1);
}

/** What a unit of work costs us when the input is large, over what it costs when it is small. */
export async function growth(large: Work, small: Work, unitsPerCost: number): Promise<Measured> {
  const rates = await interleave({ ours: large, theirs: small }, { budgetMs: BUDGET_MS, runMs: RUN_MS });
  return { ours: unitsPerCost / rates.ours, theirs: unitsPerCost / rates.theirs, note: 'large over small, both ours' };
}
