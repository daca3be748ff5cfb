import type { Case } from '../../case.ts';
import { compareTimes } from '../../pages/browser-stage.ts';
import { THREAD_PAGES } from './thread-vs-assistant-ui.ts';

/** A thread of 1,000 calls, until its last words can be seen. */
export const openVsAssistantUi: Case = {
  name: 'open-vs-assistant-ui',
  unit: 'openings/s of a thread of 1,000 calls in Chromium',
  target: { at: 'least', ratio: 10 },
  run: () => compareTimes(THREAD_PAGES, 'open()', 'open()'),
};
