import type { Case } from '../case.ts';
import { timeRequests } from '../threads/time-requests.ts';

/** Two messages a step. */
const STEPS = 1_000;
const NEXT_TURNS = 10;

export const encodeNextTurn: Case = {
  name: 'encode-next-turn',
  unit: 'ms a request, the next turn over the first, 2,000 messages',
  target: { at: 'most', ratio: 0.05 },
  async run() {
    const timed = await timeRequests([STEPS], NEXT_TURNS);
    const costs = timed.flatMap(({ name, lengths }) => lengths.map(({ first, next }) => ({ name, first, next })));
    const worst = costs.reduce((a, b) => (b.next / b.first > a.next / a.first ? b : a));
    return { ours: worst.next, theirs: worst.first, note: `both ours; ${worst.name}, the worst of ${costs.length}` };
  },
};
