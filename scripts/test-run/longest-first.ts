import { BaseSequencer } from 'vitest/node';
import type { TestSpecification } from 'vitest/node';

/** What takes long, the longest first: a browser, several nodes with a database, a program. All other files are over in seconds. */
const LONG = [
  // Of another project, whose workers are not those of the others: between them, each worker would be started twice more.
  /long-texts\.test/,
  /\/(?:e2e|seeds)\//,
  /\/scripts\/(?:chaos|cluster|packages)|postgres|several-nodes/,
  /\/apps\/cli\/|\/(?:store|server|client|agent)\/(?:test|src\/sandbox)\//,
];

/** Begun first, long files do not end long after all others. Among files of a kind, those that took longest in the last run come first. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => kindOf(one) - kindOf(other));
  }
}

function kindOf({ moduleId }: TestSpecification): number {
  const kind = LONG.findIndex((long) => long.test(moduleId));
  return kind === -1 ? LONG.length : kind;
}
