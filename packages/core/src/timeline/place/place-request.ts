import type { Call } from '../../ledger/call.ts';
import { stepKey } from '../../ledger/fold/scope-key.ts';
import type { Request } from '../../ledger/thread-state.ts';
import type { Drawing } from './drawing.ts';
import type { LeadWords, Path, TimelineState } from '../item.ts';
import { appendItem, changeItem, itemAt } from './change-item.ts';
import { endGroup, enterLane } from './enter-lane.ts';
import { callOf, changeEntry, childrenOf } from './open-group.ts';
import { placeOfPart } from './place-of-part.ts';

/** A card below the group. A child's card is at the top: a folded call must not hide it. */
export function placeRequest(drawing: Drawing, request: Request, call: Call | undefined): TimelineState {
  const entered = enterLane(drawing, request.scope);
  // Its card stays where it is when it is settled: what comes later is below it.
  const ground =
    call === undefined
      ? endGroup({ ...drawing, timeline: entered.timeline }, request.scope, request.openedAt)
      : entered.timeline;
  const nested = entered.lane.path.some((hop) => hop.through === 'child');
  const path: Path = nested ? [] : entered.lane.path;
  const lead = call === undefined ? [] : leadWords(ground, request, call);
  let before = ground;
  for (const { place } of lead) before = changeEntry(before, place, ({ key }) => ({ kind: 'gone', key }));
  const { timeline, item } = appendItem(before, path, (key) => ({
    kind: 'request',
    key,
    at: request.openedAt,
    scope: request.scope,
    request,
    call,
    lead,
  }));
  return { ...timeline, requestPlaces: timeline.requestPlaces.set(request.id, { path, item }) };
}

/** Settled, a call's card is gone: the call is an entry of its group like any other. A card without a call stays, quiet. */
export function placeSettledRequest(timeline: TimelineState, request: Request): TimelineState {
  const spot = timeline.requestPlaces.get(request.id);
  if (spot === undefined) return timeline;
  const card = itemAt(timeline, spot);
  let before = timeline;
  for (const { place, at, text } of card?.kind === 'request' ? card.lead : []) {
    before = changeEntry(before, place, ({ key }) => ({ kind: 'commentary', key, at, text }));
  }
  const settled = changeItem(before, spot, (item) => {
    if (item.kind === 'request' && request.call === undefined) return { ...item, request };
    return { kind: 'gone', key: item.key, at: item.at };
  });
  return { ...settled, requestPlaces: settled.requestPlaces.delete(request.id) };
}

/** Who is asked must read what was said on the way to the question, or as the plan: it is not folded away with the group. */
function leadWords(timeline: TimelineState, { kind }: Request, call: Call): readonly LeadWords[] {
  if (kind !== 'question' && kind !== 'plan') return [];
  const place = placeOfPart(timeline, stepKey(call.scope, call.step), call.part);
  const group = place?.where === 'entry' ? itemAt(timeline, place) : undefined;
  if (place?.where !== 'entry' || group?.kind !== 'group') return [];
  // What a run under it did is below these words, and stays in the group.
  if (childrenOf(group.entries.at(place.entry)).length > 0) return [];
  const lead: LeadWords[] = [];
  for (let index = place.entry - 1; index >= 0; index -= 1) {
    const entry = group.entries.at(index);
    if (callOf(entry) !== undefined || entry?.kind === 'discarded') break;
    if (entry?.kind === 'commentary')
      lead.unshift({ place: { ...place, entry: index }, at: entry.at, text: entry.text });
  }
  return lead;
}
