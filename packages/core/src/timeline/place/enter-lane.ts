/** A lane is where a scope writes now: the root list, a section of the turn, or the run nested under a call. */
import { scopeKind, scopeName } from '../../ledger/scope-kind.ts';
import { findCall } from '../../ledger/fold/find-call.ts';
import { scopeKey, stepKey } from '../../ledger/fold/scope-key.ts';
import { Vector } from '../../structure/vector.ts';
import type { Drawing } from './drawing.ts';
import { keepLiveApart } from './keep-live-apart.ts';
import { callOf, childrenOf, closeGroup } from './open-group.ts';
import type { Child, Entry, Lane, Path, SectionItem, TimelineState } from '../item.ts';
import { appendItem, changeItem } from './change-item.ts';
import { placeOfPart } from './place-of-part.ts';

const ROOT: Lane = { path: [], group: undefined, orphans: 0, answer: undefined };

export interface InLane {
  readonly timeline: TimelineState;
  readonly lane: Lane;
}

export function setLane(timeline: TimelineState, scope: string | undefined, lane: Lane): TimelineState {
  return { ...timeline, lanes: timeline.lanes.set(scopeKey(scope), lane) };
}

/** The scope's lane; opened with its section, or under its call, when the scope first acts in a turn. */
export function enterLane(drawing: Drawing, scope: string | undefined): InLane {
  const { timeline } = drawing;
  const known = timeline.lanes.get(scopeKey(scope));
  if (known !== undefined) return { timeline, lane: known };
  if (scope === undefined) return opened(timeline, scope, ROOT.path);
  return enterChild(drawing, scope) ?? enterSection(drawing, scope);
}

function enterSection(drawing: Drawing, scope: string): InLane {
  const kind = drawing.state.scopes.get(scope)?.opened?.kind ?? roleOf(scope);
  const before = endGroup(drawing, undefined, drawing.state.at);
  const { timeline, item } = appendItem(before, ROOT.path, (key) => ({
    kind: 'section',
    key,
    at: drawing.state.at,
    role: kind,
    scope,
    name: nameOf(drawing, scope),
    items: Vector.empty(),
  }));
  return opened(timeline, scope, [{ through: 'section', item }]);
}

function enterChild(drawing: Drawing, scope: string): InLane | undefined {
  const parent = drawing.state.scopes.get(scope)?.opened?.parent;
  if (parent === undefined) return undefined;
  const call = findCall(drawing.state, parent, 'settled');
  const place =
    call === undefined ? undefined : placeOfPart(drawing.timeline, stepKey(call.scope, call.step), call.part);
  if (place?.where !== 'entry') return undefined;
  const fresh: Child = { at: drawing.state.at, scope, name: nameOf(drawing, scope), items: Vector.empty() };
  let child = 0;
  const timeline = changeItem(drawing.timeline, place, (item) => {
    const entry = item.kind === 'group' ? item.entries.at(place.entry) : undefined;
    const called = callOf(entry);
    if (item.kind !== 'group' || called === undefined) return item;
    const known = childrenOf(entry);
    const existing = known.findIndex((other) => other.scope === scope);
    child = existing === -1 ? known.length : existing;
    if (existing !== -1) return item;
    const under: Entry = { kind: 'call', key: called.place, call: called, children: [...known, fresh] };
    return { ...item, entries: item.entries.set(place.entry, under) };
  });
  const hop = { through: 'child', item: place.item, entry: place.entry, child } as const;
  return opened(timeline, scope, [...place.path, hop]);
}

function opened(timeline: TimelineState, scope: string | undefined, path: Path): InLane {
  const lane: Lane = { ...ROOT, path };
  return { timeline: setLane(timeline, scope, lane), lane };
}

function roleOf(scope: string): SectionItem['role'] {
  const kind = scopeKind(scope);
  return kind === 'own' ? 'member' : kind;
}

function nameOf(drawing: Drawing, scope: string): string {
  return drawing.state.scopes.get(scope)?.opened?.name ?? scopeName(scope);
}

/** An item of its own is in the scope's list: what comes later is below it, so the group ends here. */
export function endGroup(drawing: Drawing, scope: string | undefined, at: number): TimelineState {
  const timeline = keepLiveApart(drawing, scope);
  const lane = timeline.lanes.get(scopeKey(scope));
  if (lane === undefined || (lane.group === undefined && lane.answer === undefined)) return timeline;
  return setLane(closeGroup(timeline, lane, at), scope, { ...ROOT, path: lane.path });
}

/** The scope has finished: its group closes, and its lane is forgotten, so that lanes never outgrow those at work. */
export function leaveLane(drawing: Drawing, scope: string | undefined, at: number): TimelineState {
  const timeline = keepLiveApart(drawing, scope);
  const key = scopeKey(scope);
  const lane = timeline.lanes.get(key);
  if (lane === undefined) return timeline;
  const closed = closeGroup(timeline, lane, at);
  return { ...closed, lanes: closed.lanes.delete(key) };
}

/** A person spoke: every group ends here, and participants open new sections below. */
export function breakTurn({ timeline, state }: Drawing, at: number): TimelineState {
  let broken = timeline;
  for (const [key, lane] of timeline.lanes.entries())
    if (!isInCall(lane)) broken = leaveLane({ state, timeline: broken }, key === '' ? undefined : key, at);
  return broken;
}

/** Nothing more will come, from any scope. */
export function breakLanes(drawing: Drawing, at: number): TimelineState {
  let broken = breakTurn(drawing, at);
  for (const [key, lane] of broken.lanes.entries()) {
    broken = closeGroup(broken, lane, at);
    broken = { ...broken, lanes: broken.lanes.set(key, { ...ROOT, path: lane.path }) };
  }
  return broken;
}

/** What a child run does is drawn in the call that started it: what is said outside of it breaks nothing there. */
function isInCall({ path }: Lane): boolean {
  return path.some((hop) => hop.through === 'child');
}
