/** What a list of threads shows, what is still open in a thread, and what was used. */

// The list of threads, and what leaves the server.
export { foldListed, foldListedPage, newListedThread } from './listed-thread.ts';
export type { ListedThread } from './listed-thread.ts';
export { binEnd } from './bin-end.ts';
export { isQueued, queuedMessages } from './queued-messages.ts';
export type { QueuedMessage } from './queued-messages.ts';
export { saidBetween } from './said-between.ts';
export { canBeStopped, isOpen, isUnfinished, nearestExpiry, summaryOf } from './summary.ts';
export type { Summary } from './summary.ts';
export { sessionState } from './session/session-state.ts';
export type { SessionState } from './session/session-state.ts';
export { turnOf } from './session/session-turn.ts';
export type { SessionTurn } from './session/session-turn.ts';
export { threadCondition } from './thread-condition.ts';
export type { ThreadCondition } from './thread-condition.ts';
export type { ThreadSummary } from './thread-summary.ts';
export { Withholding } from './withholding.ts';

// What was used, and what it cost.
export { costOf } from './price.ts';
export type { Price } from './price.ts';
export { eventUsage } from './event-usage.ts';
export { timeRows, usageRows } from './usage-rows.ts';
export { countsOf } from './call-counts.ts';
export type { CallCounts } from './call-counts.ts';
export { NOTHING_SEEN, seenSpans, seeWork } from './seen-work.ts';
export type { SeenWork } from './seen-work.ts';
export type { WorkedSpans } from './work-clock.ts';
export { workedMs } from './worked-ms.ts';
export { workedSpans } from './worked-spans.ts';
export { RunClock } from './run-clock.ts';
export { writtenTokens } from './written-tokens.ts';
export type { UsageCount, UsageRow } from './usage-rows.ts';
export { figuresOf, figuresWith, NO_FIGURES } from './thread-figures.ts';
export type { ThreadFigures } from './thread-figures.ts';
export { usageSum } from './usage-sum.ts';
export type { UsageSum } from './usage-sum.ts';
