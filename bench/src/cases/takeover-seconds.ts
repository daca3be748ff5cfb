import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { fieldsOf } from '@toolthread/core/json';
import type { Case } from '../case.ts';

const PROGRAM = fileURLToPath(new URL('../../../scripts/chaos.ts', import.meta.url));
const MOST_SECONDS = 20;

/** Two nodes on a PostgreSQL; the one with the run is killed, or frozen. */
export const takeoverSeconds: Case = {
  name: 'takeover-seconds',
  unit: `s until another node has the run of one that is gone, over ${MOST_SECONDS} s`,
  target: { at: 'most', ratio: 1 },
  async run() {
    const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, '--takeover']);
    const { killed, frozen } = fieldsOf(JSON.parse(stdout));
    const [whenKilled, whenFrozen] = [Number(killed), Number(frozen)];
    return {
      ours: Math.max(whenKilled, whenFrozen),
      theirs: MOST_SECONDS,
      note: `killed ${whenKilled.toFixed(1)} s, frozen ${whenFrozen.toFixed(1)} s`,
    };
  },
};
