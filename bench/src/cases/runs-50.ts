import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { emptyThread } from '@toolthread/core';
import type { Case } from '../case.ts';
import { lookingModel, runFrom, withPrompt } from '../runs/scripted-run.ts';

const RUNS = 50;
const STEPS = 20;
const MODEL_MS = 50;
const NS_PER_MS = 1e6;

export const runs50: Case = {
  name: 'runs-50',
  unit: `steps/s of ${RUNS} runs at once over one, a model of ${MODEL_MS} ms`,
  target: { at: 'least', ratio: 20 },
  async run() {
    await stepsPerSecond(1, 2);
    const theirs = await stepsPerSecond(1, STEPS);
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    const ours = await stepsPerSecond(RUNS, STEPS);
    delay.disable();
    return { ours, theirs, note: `event loop delay p99 ${(delay.percentile(99) / NS_PER_MS).toFixed(1)} ms` };
  },
};

async function stepsPerSecond(runs: number, steps: number): Promise<number> {
  const start = performance.now();
  await Promise.all(
    Array.from({ length: runs }, (_, n) =>
      runFrom(
        withPrompt(emptyThread(`thread-${n}`)),
        lookingModel(steps, () => sleep(MODEL_MS)),
      ),
    ),
  );
  return (runs * (steps + 1) * 1000) / (performance.now() - start);
}
