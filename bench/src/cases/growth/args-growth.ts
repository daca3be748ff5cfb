import type { Case } from '../../case.ts';
import { growth } from '../../compare.ts';
import { describeArguments } from '../../streams/describe.ts';
import { readWithLedger, toLedger } from '../../streams/ledger.ts';

const NS_PER_MS = 1_000_000;
/** Events come in deltas of 16 characters, so a rate in events is a rate in bytes. */
const DELTA = 16;

export const argsGrowth: Case = {
  name: 'args-growth',
  unit: 'ns/byte at 512 KB over 64 KB',
  target: { at: 'most', ratio: 2 },
  run() {
    const large = toLedger(describeArguments(512 * 1024));
    const small = toLedger(describeArguments(64 * 1024));
    return growth(
      (deadline) => readWithLedger(large, deadline) * DELTA,
      (deadline) => readWithLedger(small, deadline) * DELTA,
      NS_PER_MS,
    );
  },
};
