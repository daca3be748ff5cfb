import type { SessionSource } from '@toolthread/server';

/** How often the index is brought up to date while somebody looks at the list. A search does so itself. */
const LOOK_MS = 60_000;

/** Whoever looks at the list may search next: `lookedAt(sessions, () => search.refresh())`. */
export function lookedAt(sessions: SessionSource, look: () => void): SessionSource {
  let looked = 0;
  return {
    ...sessions,
    list() {
      if (Date.now() - looked > LOOK_MS) {
        looked = Date.now();
        look();
      }
      return sessions.list();
    },
  };
}
