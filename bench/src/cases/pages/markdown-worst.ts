import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Case, Measured } from '../../case.ts';

/**
 * Room for young objects, so that no collection begins within a text of 1.6 MB: one that does copies all that is drawn so far, and would say how much room there
 * is, not how the work grows.
 */
const ROOMY = ['--min-semi-space-size=256', '--max-semi-space-size=256'];

/** Of all texts that are made to cost much, the one that grows worst: four times the text, and how many times the time. */
export const markdownWorst: Case = {
  name: 'markdown-worst',
  unit: 'ms for 400 KB over 100 KB; for 1.6 MB over 400 KB, too, where 100 KB take less than 5 ms',
  target: { at: 'most', ratio: 5 },
  async run() {
    const file = fileURLToPath(new URL('../../load/measured-markdown.ts', import.meta.url));
    const child = fork(file, { execArgv: ROOMY });
    const [measured]: Measured[] = await once(child, 'message');
    if (measured === undefined) throw new Error('Nothing was measured.');
    return measured;
  },
};
