import { callStatus } from '../../ledger/call.ts';
import type { Call } from '../../ledger/call.ts';
import { scopeKey, stepKey } from '../../ledger/fold/scope-key.ts';
import { isWorking } from '../../ledger/scope-kind.ts';
import type { ThreadState } from '../../ledger/thread-state.ts';
import { Vector } from '../../structure/vector.ts';
import type { Child, Entry, GroupItem, Lane, Place, Spot, TimelineState } from '../item.ts';
import { appendItem, changeItem, itemAt, setItem } from './change-item.ts';
import { placeOfPart } from './place-of-part.ts';
import { countIn, emptyTally, recount } from './tally.ts';

/** The lane's open group, made when there is none, or when a result without its call is below it: before its first call it says that somebody is thinking. */
export function openGroup(
  timeline: TimelineState,
  lane: Lane,
  scope: string | undefined,
  state: ThreadState,
): { timeline: TimelineState; lane: Lane; item: number } {
  if (lane.group !== undefined && lane.orphans === 0) return { timeline, lane, item: lane.group };
  const added = appendItem(closeGroup(timeline, lane, state.at), lane.path, (key) => ({
    kind: 'group',
    key,
    at: state.at,
    scope,
    entries: Vector.empty(),
    live: '',
    tally: emptyTally,
    active: isWorking(state, scope),
    endedAt: undefined,
  }));
  return { timeline: added.timeline, lane: { ...lane, group: added.item, orphans: 0 }, item: added.item };
}

/** A group that closes with reasoning only becomes a reasoning item; with nothing at all it is gone. Words that are all it has are still being said. */
export function closeGroup(timeline: TimelineState, lane: Lane, at: number): TimelineState {
  if (lane.group === undefined) return timeline;
  return changeItem(timeline, { path: lane.path, item: lane.group }, (item) => {
    if (item.kind !== 'group') return item;
    const { key, scope, entries, live } = item;
    const endedAt = item.active ? at : lastAt(item, at);
    if (live !== '' && entries.length === 0) return { ...item, active: false, endedAt };
    const closed = { ...item, active: false, live: '', endedAt };
    if (item.tally.calls > 0) return closed;
    let reasoning = false;
    for (const entry of entries) {
      if (entry.kind === 'commentary' || entry.kind === 'discarded') return closed;
      if (entry.kind === 'reasoning') reasoning = true;
    }
    if (reasoning) return { kind: 'reasoning', key, at: item.at, scope, entries, endedAt };
    return { kind: 'gone', key, at: item.at };
  });
}

/** Where nobody is at work any more, a group ended with what came last in it, not with what closes it: that may be the next day. */
function lastAt({ at, entries }: GroupItem, closedAt: number): number {
  let last = at;
  for (const entry of entries) {
    last = Math.max(last, timeOf(entry) ?? last);
    if (last >= closedAt) return closedAt;
  }
  return last;
}

function timeOf(entry: Entry): number | undefined {
  if (entry.kind === 'commentary' || entry.kind === 'reasoning') return entry.at;
  const call = callOf(entry);
  if (call === undefined) return undefined;
  const { state, calledAt } = call;
  return state.name === 'settled' ? state.result.at : calledAt;
}

/** The words after it were no answer after all: the group goes on. */
export function reopenGroup(timeline: TimelineState, spot: Spot, scope: string | undefined): TimelineState {
  return changeItem(timeline, spot, (item) => {
    if (item.kind === 'group') return { ...item, active: true, endedAt: undefined };
    const entries: Vector<Entry> = item.kind === 'reasoning' ? item.entries : Vector.empty();
    const { key, at } = item;
    return { kind: 'group', key, at, scope, entries, live: '', tally: emptyTally, active: true, endedAt: undefined };
  });
}

export function setActive(timeline: TimelineState, lane: Lane, active: boolean): TimelineState {
  if (lane.group === undefined) return timeline;
  return changeItem(timeline, { path: lane.path, item: lane.group }, (item) =>
    item.kind === 'group' && item.active !== active ? { ...item, active } : item,
  );
}

/** Where nobody is recorded as being at work, nobody looks as if they were ([L3]). */
export function restGroup(timeline: TimelineState, scope: string | undefined, state: ThreadState): TimelineState {
  const lane = timeline.lanes.get(scopeKey(scope));
  return lane === undefined || isWorking(state, scope) ? timeline : setActive(timeline, lane, false);
}

export function setLive(timeline: TimelineState, spot: Spot, live: string): TimelineState {
  const item = itemAt(timeline, spot);
  return item?.kind === 'group' ? setItem(timeline, spot, { ...item, live }) : timeline;
}

/** Adds an entry to a group, and says where it is drawn. */
export function appendEntry(
  timeline: TimelineState,
  spot: Spot,
  entry: Entry,
): { timeline: TimelineState; place: Place | undefined } {
  const item = itemAt(timeline, spot);
  if (item?.kind !== 'group') return { timeline, place: undefined };
  const tally = entry.kind === 'call' ? countIn(item.tally, callStatus(entry.call)) : item.tally;
  const place: Place = { where: 'entry', path: spot.path, item: spot.item, entry: item.entries.length };
  return { timeline: setItem(timeline, spot, { ...item, tally, entries: item.entries.append(entry) }), place };
}

export function changeEntry(
  timeline: TimelineState,
  place: Extract<Place, { where: 'entry' }>,
  change: (entry: Entry) => Entry,
): TimelineState {
  const item = itemAt(timeline, place);
  if (item?.kind !== 'group' && item?.kind !== 'reasoning') return timeline;
  const entry = item.entries.at(place.entry);
  if (entry === undefined) return timeline;
  return setItem(timeline, place, { ...item, entries: item.entries.set(place.entry, change(entry)) });
}

/** Draws a call's new state in its entry, and counts it again. */
export function redrawCall(timeline: TimelineState, before: Call, after: Call): TimelineState {
  const place = placeOfPart(timeline, stepKey(after.scope, after.step), after.part);
  if (place?.where !== 'entry') return timeline;
  const item = itemAt(timeline, place);
  const entry = item?.kind === 'group' ? item.entries.at(place.entry) : undefined;
  if (item?.kind !== 'group' || callOf(entry) === undefined) return timeline;
  const tally = recount(item.tally, callStatus(before), callStatus(after));
  const entries = item.entries.set(place.entry, callEntry(after, childrenOf(entry)));
  return setItem(timeline, place, { ...item, tally, entries });
}

/** What stands for a call in its group: nothing while its card is below, unless a run is under it, which is not hidden with it. */
function callEntry(call: Call, children: readonly Child[]): Entry {
  const key = call.place;
  const isCard = call.state.name === 'waiting' && children.length === 0;
  return isCard ? { kind: 'gone', key, call } : { kind: 'call', key, call, children };
}

/** The call of an entry, wherever it stands now. */
export function callOf(entry: Entry | undefined): Call | undefined {
  return entry?.kind === 'call' || entry?.kind === 'gone' ? entry.call : undefined;
}

export function childrenOf(entry: Entry | undefined): readonly Child[] {
  return entry?.kind === 'call' ? entry.children : [];
}
