import type { Case } from '../case.ts';
import { compare } from '../compare.ts';
import { readWithAiSdk, toAiSdk } from '../streams/ai-sdk.ts';
import { describeArguments } from '../streams/describe.ts';
import { readWithLedger, toLedger } from '../streams/ledger.ts';

export const argsVsAiSdk: Case = {
  name: 'args-vs-ai-sdk',
  unit: 'events/s, one call of 128 KB',
  target: { at: 'least', ratio: 50 },
  run() {
    const described = describeArguments(128 * 1024);
    const ledger = toLedger(described);
    const chunks = toAiSdk(described);
    return compare(described.length, {
      ours: (deadline) => readWithLedger(ledger, deadline),
      theirs: (deadline) => readWithAiSdk(chunks, deadline),
    });
  },
};
