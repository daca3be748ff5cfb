import { defineConfig } from 'vitest/config';

// Shared with the workers through the environment, so that every file of one run draws from the same seed.
process.env['TOOLTHREAD_SEED'] ??= String(Math.trunc(Math.random() * 2 ** 31));
console.log(`property tests: TOOLTHREAD_SEED=${process.env['TOOLTHREAD_SEED']}`);

// oxlint-disable-next-line import/no-default-export -- vitest reads the default export
export default defineConfig({
  test: {
    include: ['{packages,apps}/*/{src,test,stub,e2e}/**/*.test.{ts,tsx}', '{scripts,bench}/**/*.test.ts'],
    exclude: ['**/node_modules/**'],
    setupFiles: ['./scripts/vitest-seed.ts'],
    isolate: false,
    // They end a test that hangs; how long one takes on a busy machine is no failure.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
