/** Questions to a thread's state: who answers, who hears, what may be asked, where a thread can be taken back to. */

// Who answers, who hears, what was chosen.
export { answererOf, type Answerer } from './answerer-of.ts';
export { choiceOf } from './choice-of.ts';
export { atName } from '../human.ts';
export { hearing, isPersonsWord, type Hearing } from './hearing.ts';

// What a call or a run may do next.
export { asksApproval } from './asks-approval.ts';
export { openRequests } from './open-requests.ts';
export { maySettle } from './may-settle.ts';
export { isAllowed } from './is-allowed.ts';
export { isStopping } from './is-stopping.ts';
export { nextStepOf } from '../fold/next-step-of.ts';
export { stopToContinue } from './stop-to-continue.ts';

// Where a thread can be taken back to, and what was.
export { doneSince, type DoneSince } from './done-since.ts';
export { isBoundary, messageBoundaries, restAfter, type MessageBoundaries } from './message-boundaries.ts';
export { versionMessage, versionsOf, type Versions } from './versions-of.ts';

// What a file said that could not be read.
export { malformedLines, malformedReasons } from './malformed-lines.ts';

// What is in a state.
export { findCall } from '../fold/find-call.ts';
export { stepKey } from '../fold/scope-key.ts';
export type { LogEntry, Placed, Rewind } from '../thread-state.ts';
export { TOLD_AGAIN } from '../told-again.ts';
