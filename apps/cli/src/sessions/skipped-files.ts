import { firstFew } from '../terminal/first-few.ts';
import { countOf } from '@toolthread/core/text';
import type { Trouble } from '../system-trouble.ts';
import { printProblem } from '../terminal/print-text.ts';

/** A file that could not be read, and why. */
export type Skipped = (file: { readonly path: string }, why: Trouble) => void;

const MOST_NAMED = 5;

/** [L4] No file is passed over in silence: `skippedFiles('searched').tell()` names them on the standard error. */
export function skippedFiles(what: 'searched' | 'listed' | 'looked at' | 'counted'): {
  readonly add: Skipped;
  tell(): void;
} {
  const skipped = new Map<string, string>();
  return {
    add: ({ path }, why) => void skipped.set(path, why.what),
    tell() {
      if (skipped.size === 0) return;
      const lines = firstFew([...skipped.values()], MOST_NAMED);
      void printProblem(`toolthread: ${countOf(skipped.size, 'file')} could not be ${what}:\n${lines.join('\n')}`);
    },
  };
}
