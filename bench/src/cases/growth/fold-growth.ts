import type { Case } from '../../case.ts';
import { growth } from '../../compare.ts';
import { describeMixed } from '../../streams/describe.ts';
import { readWithLedger, toLedger } from '../../streams/ledger.ts';

const US_PER_MS = 1_000;

export const foldGrowth: Case = {
  name: 'fold-growth',
  unit: 'µs/event at 10,000 parts over 1,000',
  target: { at: 'most', ratio: 2 },
  run() {
    const large = toLedger(describeMixed(10_000));
    const small = toLedger(describeMixed(1_000));
    return growth(
      (deadline) => readWithLedger(large, deadline),
      (deadline) => readWithLedger(small, deadline),
      US_PER_MS,
    );
  },
};
