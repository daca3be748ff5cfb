import { BaseSequencer } from 'vitest/node';
import type { TestSpecification } from 'vitest/node';

/** Files with a browser take longest: begun first, they do not end long after all others. */
export class BrowserFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const inBrowser = Object.groupBy(sorted, ({ moduleId }) => String(/\/(?:e2e|seeds)\//.test(moduleId)));
    return [...(inBrowser['true'] ?? []), ...(inBrowser['false'] ?? [])];
  }
}
