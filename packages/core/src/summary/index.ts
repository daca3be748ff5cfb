export { foldListed, newListedThread } from './listed-thread.ts';
export type { ListedThread } from './listed-thread.ts';
export { queuedMessages } from './queued-messages.ts';
export type { QueuedMessage } from './queued-messages.ts';
export { canBeStopped, isOpen, isUnfinished, nearestExpiry, summaryOf } from './summary.ts';
export type { Summary } from './summary.ts';
export { Withholding } from './withhold.ts';
