import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { bringChromium } from '@toolthread/web/e2e/launch-chromium.ts';
import { startVitest } from 'vitest/node';
import type { CheckCount } from './check/run-checks.ts';
import { bringBubblewrap } from './test-run/bring-bubblewrap.ts';
import { CountReporter } from './test-run/count-reporter.ts';
import { endLeft, killIn } from './test-run/end-left.ts';
import { makeRunFolder } from './test-run/run-folder.ts';
import { toldToEnd } from './test-run/told-to-end.ts';
import { scriptArguments } from './script-options.ts';

const USAGE = `npm test -- [NAME…]

All checks, and all tests, or those whose file has one of the names in its path.`;
const { positionals: names } = scriptArguments(USAGE, {});

const checking: Promise<CheckCount[]> = once(
  new Worker(new URL('test-run/checks-worker.ts', import.meta.url)),
  'message',
);
const noSandbox = bringBubblewrap();
bringChromium();
const warning = noSandbox === undefined ? [] : [`THE SANDBOX IS NOT TESTED: ${noSandbox}`];
for (const line of warning) console.log(line);

const [checks = { passed: 0, failed: 1 }] = await checking;

// The checks leave nothing, and hear nothing while they work: to be told to end ends them at once.
const folder = makeRunFolder();
// However it ends: vitest ends this process by itself when a person does.
process.on('exit', () => {
  killIn(folder.path);
  folder.remove();
});
toldToEnd().addEventListener('abort', () => process.exit(1));
const counts = new CountReporter();
const vitest = await startVitest('test', names, {
  watch: false,
  reporters: ['default', counts],
});
await vitest.close();

const left = await endLeft(folder.path);

for (const { pid, command } of left) console.log(`LEFT BEHIND by a test: process ${pid}, ${command}`);
for (const [file, count] of counts.skipped) console.log(`skipped: ${count} in ${file}`);
for (const line of warning) console.log(line);
const passed = checks.passed + counts.passed;
const failed = checks.failed + counts.failed + left.length;
if (failed > 0 || passed === 0) process.exitCode = 1;
const skipped = counts.skipped.values().reduce((sum, count) => sum + count, 0);
if (skipped > 0) console.log(`${skipped} skipped`);
console.log(`${passed} passed, ${failed} failed`);
