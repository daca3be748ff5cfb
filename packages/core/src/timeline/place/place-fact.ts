/** The timeline is a fold over facts: where each of them is drawn. */
import type { Fact } from '../../ledger/fact.ts';
import type { Step, StepEnd, ThreadState } from '../../ledger/thread-state.ts';
import type { TimelineState } from '../item.ts';
import type { Drawing } from './drawing.ts';
import { breakLanes } from './enter-lane.ts';
import { restGroup } from './open-group.ts';
import { placeChangedCall, placeNewCall, placeOrphan, removeOrphan } from './place-new-call.ts';
import { forgetResults, noteResult } from './past-texts.ts';
import { placeChanges } from './place-changes.ts';
import { placeDiscarded, placeRetry } from './place-discarded.ts';
import {
  placeActivity,
  placeChangedMessage,
  placeCompaction,
  placeContinuation,
  placeMessage,
  placePurge,
  placeRunStatus,
} from './place-message.ts';
import { placeRequest, placeSettledRequest } from './place-request.ts';
import { keepLiveApart } from './keep-live-apart.ts';
import { settleOpenSteps } from './settle-open-steps.ts';
import { settleReasoning } from './settle-reasoning.ts';
import { placeStepEnd, placeWords } from './place-words.ts';

export function placeFact(timeline: TimelineState, fact: Fact, state: ThreadState): TimelineState {
  const drawing = { timeline, state };
  switch (fact.type) {
    case 'message-said':
      return placeMessage({ ...drawing, timeline: forgetResults(timeline) }, fact.message);
    case 'message-changed':
    case 'message-taken-back':
      return placeChangedMessage(timeline, fact.message);
    case 'status-changed':
      return placeRunStatus({ ...drawing, timeline: settleOpenSteps(drawing, fact.status) }, fact.status);
    case 'step-started':
      return placeActivity(drawing, fact.step.scope);
    case 'words-grew':
      return placeWords(drawing, fact.step, fact.part);
    case 'step-ended':
      return restGroup(endOfStep(drawing, fact.step, fact.end), fact.step.scope, state);
    case 'step-retrying':
      return placeRetry(timeline, fact.step);
    case 'call-came':
      return restGroup(placeNewCall(drawing, fact.step, fact.wordsFrom, fact.call), fact.step.scope, state);
    case 'call-changed':
      return placeChangedCall(noteResult(timeline, fact.before, fact.call), fact.before, fact.call);
    case 'orphan-came':
      return placeOrphan({ ...drawing, timeline: keepLiveApart(drawing, fact.result.scope) }, fact.result);
    case 'orphan-claimed':
      return removeOrphan(timeline, fact.result);
    case 'request-opened':
      return placeRequest(drawing, fact.request, fact.call);
    case 'request-settled':
    case 'request-withdrawn':
      return placeSettledRequest(timeline, fact.request);
    case 'run-continued-or-ended':
      return placeContinuation(drawing, fact.continuation);
    case 'context-compacted':
      return placeCompaction(drawing, fact.compaction);
    case 'workspace-changed':
      return placeChanges(drawing, fact.change);
    case 'event-purged':
      return placePurge(drawing, fact.purge);
    case 'thread-closed':
      return breakLanes(drawing, fact.at);
    // Held messages are in the queue, which is not part of the timeline; a rewind has brought the old timeline back already.
    case 'message-held':
    case 'stop-requested':
    case 'scope-opened':
    case 'boundary':
    case 'rewound':
      return timeline;
    default:
      return fact satisfies never;
  }
}

function endOfStep(drawing: Drawing, step: Step, end: StepEnd): TimelineState {
  return end.discarded ? placeDiscarded(drawing, step, end) : settleReasoning(placeStepEnd(drawing, step, end), step);
}
