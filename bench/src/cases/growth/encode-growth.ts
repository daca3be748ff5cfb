import type { Case } from '../../case.ts';
import { timeRequests } from '../../threads/time-requests.ts';

/** Two messages a step. */
const LARGE = 1_000;
const SMALL = 100;
const US_PER_MS = 1_000;

export const encodeGrowth: Case = {
  name: 'encode-growth',
  unit: 'µs/message at 2,000 messages over 200',
  target: { at: 'most', ratio: 2 },
  async run() {
    const timed = await timeRequests([LARGE, SMALL], 0);
    const costs = timed.map(({ name, lengths: [large, small] }) => ({
      name,
      ours: ((large?.first ?? Number.NaN) * US_PER_MS) / (2 * LARGE),
      theirs: ((small?.first ?? Number.NaN) * US_PER_MS) / (2 * SMALL),
    }));
    const { name, ...worst } = costs.reduce((a, b) => (b.ours / b.theirs > a.ours / a.theirs ? b : a));
    return { ...worst, note: `large over small, both ours; ${name}, the worst of ${costs.length}` };
  },
};
