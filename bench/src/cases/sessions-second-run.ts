import type { Case } from '../case.ts';
import { listHome } from '../sessions/list-home.ts';
import { removeHome, sessionHome } from '../sessions/session-home.ts';

const FILES = 2_000;
const ROUNDS = 5;

export const sessionsSecondRun: Case = {
  name: 'sessions-second-run',
  unit: `ms to list ${FILES} sessions of every agent, the second time over the first`,
  target: { at: 'most', ratio: 0.05 },
  async run() {
    const home = sessionHome(FILES);
    try {
      const first = listHome(home, FILES);
      const again = Array.from({ length: ROUNDS }, () => listHome(home, FILES)).sort((a, b) => a - b);
      return { ours: again[ROUNDS >> 1] ?? Number.NaN, theirs: first, note: 'second over first, both ours' };
    } finally {
      removeHome(home);
    }
  },
};
