import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Does some work until `deadline` (of `performance.now()`) at most, and says how many units it did. */
export type Work = (deadline: number) => Promise<number> | number;

export interface Sides {
  readonly ours: Work;
  readonly theirs: Work;
}

interface Limits {
  /** Rounds go on until this is spent, but there are never fewer than three. */
  readonly budgetMs: number;
  /** One run of one side is asked to stop after this long. */
  readonly runMs: number;
  /** What a run takes, in milliseconds. By the clock on the wall, if it is absent; `processorMs` for work that waits for nothing. */
  readonly clock?: () => number;
}

interface Rates {
  /** Median units a millisecond. */
  readonly ours: number;
  readonly theirs: number;
  /** Median units that one run did. */
  readonly oursDone: number;
  readonly theirsDone: number;
}

const MIN_ROUNDS = 3;
const MAX_ROUNDS = 25;

setFlagsFromString('--expose-gc');
export const collectGarbage: () => void = runInNewContext('gc');

/** Runs both sides in turn (ours, theirs, ours, theirs…), so that a slow moment of the machine hits both. */
export async function interleave({ ours, theirs }: Sides, limits: Limits): Promise<Rates> {
  const { budgetMs, runMs, clock = () => performance.now() } = limits;
  // A short turn of each side first, so that neither is measured uncompiled.
  await timed(ours, Math.min(runMs, 1000), clock);
  await timed(theirs, Math.min(runMs, 1000), clock);

  const oursRuns: Run[] = [];
  const theirsRuns: Run[] = [];
  const end = performance.now() + budgetMs;
  while (oursRuns.length < MIN_ROUNDS || (performance.now() < end && oursRuns.length < MAX_ROUNDS)) {
    oursRuns.push(await timed(ours, runMs, clock));
    theirsRuns.push(await timed(theirs, runMs, clock));
  }
  return {
    ours: median(oursRuns.map(({ units, ms }) => units / ms)),
    theirs: median(theirsRuns.map(({ units, ms }) => units / ms)),
    oursDone: median(oursRuns.map(({ units }) => units)),
    theirsDone: median(theirsRuns.map(({ units }) => units)),
  };
}

interface Run {
  readonly units: number;
  readonly ms: number;
}

async function timed(work: Work, runMs: number, clock: () => number): Promise<Run> {
  // Else one side pays for what the other left behind.
  collectGarbage();
  const start = clock();
  const units = await work(performance.now() + runMs);
  return { units, ms: clock() - start };
}

/** Processor time of this thread: a machine that is busy with other things takes none of it away. */
export function processorMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** What short work costs, where the machine is busy with other things too: nine of ten times are longer. */
export function undisturbed(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 10)] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}
