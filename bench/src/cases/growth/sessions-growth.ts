import type { Case } from '../../case.ts';
import { listHome } from '../../sessions/list-home.ts';
import { removeHome, sessionHome } from '../../sessions/session-home.ts';

const FEW = 300;
const MANY = 1_500;

/** The first listing: nothing is known yet. */
export const sessionsGrowth: Case = {
  name: 'sessions-growth',
  unit: `ms for each session of every agent that is listed first, ${MANY} over ${FEW}`,
  target: { at: 'most', ratio: 1.5 },
  async run() {
    const [few = Number.NaN, many = Number.NaN] = [FEW, MANY].map((files) => {
      const home = sessionHome(files);
      try {
        return listHome(home, files) / files;
      } finally {
        removeHome(home);
      }
    });
    return { ours: many, theirs: few, note: 'theirs: ours for fewer' };
  },
};
