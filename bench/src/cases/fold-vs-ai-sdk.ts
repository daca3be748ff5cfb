import type { Case } from '../case.ts';
import { compare } from '../compare.ts';
import { readWithAiSdk, toAiSdk } from '../streams/ai-sdk.ts';
import { describeMixed } from '../streams/describe.ts';
import { readWithLedger, toLedger } from '../streams/ledger.ts';

export const foldVsAiSdk: Case = {
  name: 'fold-vs-ai-sdk',
  unit: 'events/s at 1,000 parts',
  target: { at: 'least', ratio: 100 },
  run() {
    const described = describeMixed(1_000);
    const ledger = toLedger(described);
    const chunks = toAiSdk(described);
    return compare(described.length, {
      ours: (deadline) => readWithLedger(ledger, deadline),
      theirs: (deadline) => readWithAiSdk(chunks, deadline),
    });
  },
};
