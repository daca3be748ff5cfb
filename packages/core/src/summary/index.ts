/** What a list of threads shows, what is still open in a thread, what was used, and a thread without its beginning. */

// The list of threads, and what leaves the server.
export {
  foldListed,
  foldListedPage,
  foldListedPageSteps,
  foldListedSteps,
  newListedThread,
  type ListedThread,
} from './listed-thread.ts';
export { binEnd } from './bin-end.ts';
export { isQueued, queuedMessages, type QueuedMessage } from './queued-messages.ts';
export { saidBetween } from './said-between.ts';
export { canBeStopped, isOpen, isUnfinished, nearestExpiry, summaryOf, type Summary } from './summary.ts';
export { sessionState, type SessionState } from './session/session-state.ts';
export { turnOf, type SessionTurn } from './session/session-turn.ts';
export { isUnderWay, threadCondition, type ThreadCondition } from './thread-condition.ts';
export type { ThreadSummary } from './thread-summary.ts';
export { waitingForYou } from './waiting-for-you.ts';
export { Withholding } from './withholding.ts';

// What was used, and what it cost.
export { costOf, type Price } from './usage/price.ts';
export { eventUsage } from './usage/event-usage.ts';
export { timeRows, usageRows, type UsageCount, type UsageRow } from './usage/usage-rows.ts';
export { countsOf, type CallCounts } from './call-counts.ts';
export type { WorkedSpans } from '../ledger/work/work-clock.ts';
export { seenBetween } from './seen-between.ts';
export { workedMs } from './worked-ms.ts';
export { EventClock } from './event-clock.ts';
export { writtenTokens } from './usage/written-tokens.ts';
export { paidCalls } from '../ledger/queries/paid-calls.ts';
export { figuresOf, figuresWith, NO_FIGURES, type ThreadFigures } from './thread-figures.ts';
export { usageSum, type UsageSum } from './usage/usage-sum.ts';

// A thread without its beginning: what a page loads first.
export { cutOf } from '../timeline/cut/cut-of.ts';
export { reachesBack } from '../timeline/cut/reaches-back.ts';
export { threadFrom } from '../timeline/cut/thread-from.ts';
export type { ThreadCut } from '../timeline/cut/thread-cut.ts';
