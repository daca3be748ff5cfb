import type { Case } from '../../case.ts';
import { compareTimes } from '../../pages/browser-stage.ts';

export const THREAD_PAGES = { ours: 'ours-thread.mjs', theirs: 'assistant-ui-thread.mjs' };

/** One more turn of a thread that has 1,000 calls, an event a frame. */
export const threadVsAssistantUi: Case = {
  name: 'thread-vs-assistant-ui',
  unit: 'events/s on the screen, in a thread of 1,000 calls in Chromium',
  target: { at: 'least', ratio: 10 },
  run: () => compareTimes(THREAD_PAGES, 'open()', 'turn()'),
};
