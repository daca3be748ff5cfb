import type { Case } from '../../case.ts';
import { compareTimes } from '../../pages/browser-stage.ts';

export const VIRTUAL_PAGES = { ours: 'ours-thread.mjs', theirs: 'assistant-ui-virtual.mjs' };

/** One more turn of a thread that has 1,000 calls, beside assistant-ui with a virtual list. */
export const threadVsVirtual: Case = {
  name: 'thread-vs-virtual',
  unit: 'events/s on the screen, in a thread of 1,000 calls in Chromium; the peer mounts what can be seen, too',
  target: { at: 'least', ratio: 6 },
  run: () => compareTimes(VIRTUAL_PAGES, 'open()', 'turn()'),
};
