import type { Reporter, TestModule } from 'vitest/node';

/** Counts what `scripts/test.ts` prints in its last lines. */
export class CountReporter implements Reporter {
  passed = 0;
  failed = 0;
  /** How many tests of a file were skipped. */
  readonly skipped = new Map<string, number>();

  onTestRunEnd(modules: ReadonlyArray<TestModule>, unhandledErrors: ReadonlyArray<unknown>): void {
    this.failed += unhandledErrors.length;
    for (const module of modules) {
      // A file that fails to load has no tests, and must not count as nothing.
      this.failed += module.errors().length;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state === 'passed') this.passed += 1;
        if (state === 'failed') this.failed += 1;
        if (state === 'skipped')
          this.skipped.set(module.relativeModuleId, (this.skipped.get(module.relativeModuleId) ?? 0) + 1);
      }
    }
  }
}
