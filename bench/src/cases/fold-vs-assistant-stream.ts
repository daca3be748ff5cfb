import type { Case } from '../case.ts';
import { compare } from '../compare.ts';
import { readWithAssistantStream, toAssistantStream } from '../streams/assistant-stream.ts';
import { describeMixed } from '../streams/describe.ts';
import { readWithLedger, toLedger } from '../streams/ledger.ts';

export const foldVsAssistantStream: Case = {
  name: 'fold-vs-assistant-stream',
  unit: 'events/s at 10,000 parts',
  target: { at: 'least', ratio: 8 },
  run() {
    const described = describeMixed(10_000);
    const ledger = toLedger(described);
    const chunks = toAssistantStream(described);
    return compare(described.length, {
      ours: (deadline) => readWithLedger(ledger, deadline),
      theirs: (deadline) => readWithAssistantStream(chunks, deadline),
    });
  },
};
