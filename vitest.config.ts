import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './scripts/test-run/longest-first.ts';
import { plainEnvironment } from './scripts/test-run/plain-environment.ts';

plainEnvironment(process.env);

// React as people run it; its development build takes twice as long.
process.env['NODE_ENV'] = 'production';
// Tests start hundreds of programs, each of many sources: what was compiled of them is kept.
process.env['NODE_COMPILE_CACHE'] = join(import.meta.dirname, 'node_modules/.cache/compiled');
// The same for everybody, and shared with the workers through the environment. New seeds are for `npm run explore`.
process.env['TOOLTHREAD_SEED'] ??= '20261115';
// How long a test waits for what does not come, in milliseconds: it ends a test that hangs, and how long one takes on a busy machine is no failure.
process.env['TEST_PATIENCE'] ??= '300000';
const PATIENCE_MS = Number(process.env['TEST_PATIENCE']);

// Properties make and drop much: with more room for what is new, a quarter of their work is no longer spent on clearing it away.
const ROOM = ['--max-semi-space-size=64'];
const LONG_TEXTS = 'packages/*/src/long-texts.test.ts';
const each = {
  setupFiles: ['./scripts/vitest-seed.ts'],
  isolate: false,
  testTimeout: 2 * PATIENCE_MS,
  hookTimeout: 2 * PATIENCE_MS,
  expect: { poll: { timeout: PATIENCE_MS } },
};
const tests = {
  ...each,
  name: 'tests',
  include: [
    '{packages,apps}/*/{src,test,e2e}/**/*.test.{ts,tsx}',
    '{scripts,bench}/**/*.test.ts',
    'seeds/*.test.{ts,tsx}',
  ],
  exclude: ['**/node_modules/**', LONG_TEXTS],
  execArgv: ROOM,
};
// V8 stops optimising patterns once a process has compiled many: a server that runs for days reads long texts with those.
const longTexts = {
  ...each,
  name: 'long texts',
  include: [LONG_TEXTS],
  execArgv: [...ROOM, '--no-regexp-optimization'],
};

// oxlint-disable-next-line import/no-default-export -- vitest reads the default export
export default defineConfig({
  test: {
    projects: [{ test: tests }, { test: longTexts }],
    globalSetup: './scripts/test-run/setup.ts',
    // Two more than processors: many tests wait for a browser or for another process.
    maxWorkers: availableParallelism() + 2,
    sequence: { sequencer: LongestFirst },
  },
});
