import { appendFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect } from 'vitest';
import type { PropertyRun } from './explore/property-run.ts';

// Property tests repeat a failure with TOOLTHREAD_SEED=<the printed seed> npm test.
const seed = Number(process.env['TOOLTHREAD_SEED']);
// `npm run explore` names a file, and learns from it which tests are properties and what they found.
const log = process.env['TOOLTHREAD_EXPLORE'];

fc.configureGlobal(log === undefined ? { seed } : { seed, reporter: (run) => tell(log, run) });

function tell(file: string, run: fc.RunDetails<unknown>): void {
  const { testPath = '', currentTestName = '' } = expect.getState();
  const told: PropertyRun = {
    file: testPath,
    test: currentTestName,
    cases: run.numRuns,
    ...(run.failed
      ? { counterexample: { path: run.counterexamplePath ?? '', message: fc.defaultReportMessage(run) } }
      : {}),
  };
  appendFileSync(file, `${JSON.stringify(told)}\n`);
  if (run.failed) throw new Error(fc.defaultReportMessage(run), { cause: run.errorInstance });
}
