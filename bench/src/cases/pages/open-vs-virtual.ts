import type { Case } from '../../case.ts';
import { compareTimes } from '../../pages/browser-stage.ts';
import { VIRTUAL_PAGES } from './thread-vs-virtual.ts';

/** A thread of 1,000 calls, until its last words can be seen, beside assistant-ui with a virtual list. */
export const openVsVirtual: Case = {
  name: 'open-vs-virtual',
  unit: 'openings/s of a thread of 1,000 calls in Chromium; the peer mounts what can be seen, too',
  target: { at: 'least', ratio: 3 },
  run: () => compareTimes(VIRTUAL_PAGES, 'open()', 'open()'),
};
