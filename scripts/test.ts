import { startVitest } from 'vitest/node';
import { runChecks } from './check/run.ts';
import { CountReporter } from './vitest-reporter.ts';

const checks = await runChecks();

const counts = new CountReporter();
const vitest = await startVitest('test', process.argv.slice(2), {
  watch: false,
  reporters: ['default', counts],
});
await vitest.close();

const passed = checks.passed + counts.passed;
const failed = checks.failed + counts.failed;
if (failed > 0 || passed === 0) process.exitCode = 1;
console.log(`${passed} passed, ${failed} failed`);
