import type { Call } from '../../ledger/call.ts';
import type { Request } from '../../ledger/thread-state.ts';
import type { Drawing } from './drawing.ts';
import type { Path, TimelineState } from '../item.ts';
import { enterLane } from './enter-lane.ts';
import { appendItem, changeItem } from './change-item.ts';

/** A card below the group. A child's card stands at the top: a folded call must not hide it. */
export function placeRequest(drawing: Drawing, request: Request, call: Call | undefined): TimelineState {
  const entered = enterLane(drawing, request.scope);
  const nested = entered.lane.path.some((hop) => hop.through === 'child');
  const path: Path = nested ? [] : entered.lane.path;
  const { timeline, item } = appendItem(entered.timeline, path, (key) => ({
    kind: 'request',
    key,
    at: request.openedAt,
    scope: request.scope,
    request,
    call,
  }));
  return { ...timeline, requestPlaces: timeline.requestPlaces.set(request.id, { path, item }) };
}

/** Settled, a call's card is gone: the call is an entry of its group like any other. A card without a call stays, quiet. */
export function placeSettledRequest(timeline: TimelineState, request: Request): TimelineState {
  const spot = timeline.requestPlaces.get(request.id);
  if (spot === undefined) return timeline;
  const settled = changeItem(timeline, spot, (item) => {
    if (item.kind === 'request' && request.call === undefined) return { ...item, request };
    return { kind: 'gone', key: item.key, at: item.at };
  });
  return { ...settled, requestPlaces: settled.requestPlaces.delete(request.id) };
}
