import type { Call } from '../../ledger/call.ts';
import { placeKey, scopeKey } from '../../ledger/fold/scope-key.ts';
import type { ToolCompleted } from '../../ledger/ledger-event.ts';
import type { Step } from '../../ledger/thread-state.ts';
import type { Drawing } from './drawing.ts';
import { redrawCall } from './open-group.ts';
import type { TimelineState } from '../item.ts';
import { enterLane, setLane } from './enter-lane.ts';
import { settleText } from './past-texts.ts';
import { appendItem, changeItem } from './change-item.ts';
import { placeOfPart } from './place-of-part.ts';
import { addPart, placeTail } from './place-words.ts';

/** A call appears: the words before it in the step are commentary, the call is the next entry of the group. */
export function placeNewCall(drawing: Drawing, step: Step, wordsFrom: number, call: Call): TimelineState {
  const placed = placeTail(drawing, step, wordsFrom, call.part - 1);
  const settled = settleText(placed, step, wordsFrom, call.part - 1);
  const timeline = keepPlace({ ...drawing, timeline: settled }, step, call.part - 1);
  return addPart({ ...drawing, timeline }, step, call.part, { kind: 'call', key: call.place, call, children: [] });
}

/** A part that has not come yet is before the call when it comes. */
function keepPlace(drawing: Drawing, step: Step, index: number): TimelineState {
  const isKept = placeOfPart(drawing.timeline, step.key, index) !== undefined;
  if (isKept || step.parts.at(index)?.kind !== 'absent') return drawing.timeline;
  return addPart(drawing, step, index, { kind: 'gone', key: placeKey(step.scope, step.step, index) });
}

/** A call changed: its entry, and the card of its open request. */
export function placeChangedCall(before: TimelineState, was: Call, after: Call): TimelineState {
  const timeline = redrawCall(before, was, after);
  const spot = after.request === undefined ? undefined : timeline.requestPlaces.get(after.request.id);
  if (spot === undefined) return timeline;
  return changeItem(timeline, spot, (item) => (item.kind === 'request' ? { ...item, call: after } : item));
}

/** A result whose call is not here: shown as it is, until the call turns up. */
export function placeOrphan(drawing: Drawing, result: ToolCompleted): TimelineState {
  const { timeline, lane } = enterLane(drawing, result.scope);
  const added = appendItem(timeline, lane.path, (key) => ({
    kind: 'orphan',
    key,
    at: result.at,
    scope: result.scope,
    result,
  }));
  const spot = { path: lane.path, item: added.item };
  const marked = setLane(added.timeline, result.scope, { ...lane, orphans: lane.orphans + 1 });
  return { ...marked, orphanPlaces: marked.orphanPlaces.set(String(result.seq), spot) };
}

export function removeOrphan(timeline: TimelineState, result: ToolCompleted): TimelineState {
  const id = String(result.seq);
  const spot = timeline.orphanPlaces.get(id);
  if (spot === undefined) return timeline;
  const cleared = changeItem(timeline, spot, ({ key, at }) => ({ kind: 'gone', key, at }));
  const lane = cleared.lanes.get(scopeKey(result.scope));
  const isBelow = lane !== undefined && lane.orphans > 0 && spot.item > (lane.group ?? lane.answer?.item ?? -1);
  const counted = isBelow ? setLane(cleared, result.scope, { ...lane, orphans: lane.orphans - 1 }) : cleared;
  return { ...counted, orphanPlaces: counted.orphanPlaces.delete(id) };
}
