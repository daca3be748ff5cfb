import { PersistentMap } from '../../structure/persistent-map.ts';
import { Vector } from '../../structure/vector.ts';
import type { Call } from '../call.ts';
import { callNameKey, placeKey, toolNameKey } from './scope-key.ts';
import type { CallIndex, Reached, ThreadState } from '../thread-state.ts';

/** How an event names the call it is about. */
export interface CallReference {
  readonly scope?: string;
  readonly step?: number;
  readonly part?: number;
  readonly call?: string;
  readonly name?: string;
}

/**
 * A result belongs to its call by (scope, step, id). Without the step, to the newest call of that id in the scope;
 * without an id, to the call at its (scope, step, part); without a place, to the first call of that name, among those
 * without an id and whoever runs them, that has not come as far yet.
 *
 * @example
 * findCall(exampleState, { step: 1, call: 'c2' }, 'settled')?.name; //=> 'run_shell_command'
 */
export function findCall(state: ThreadState, name: CallReference, reach: 'started' | 'settled'): Call | undefined {
  const place = findPlace(state.calls, name, reach);
  return place === undefined ? undefined : state.calls.byPlace.get(place);
}

function findPlace(calls: CallIndex, name: CallReference, reach: 'started' | 'settled'): string | undefined {
  if (name.call !== undefined) return placeOfId(calls, name.scope, name.step, name.call);
  if (name.step !== undefined && name.part !== undefined) return placeKey(name.scope, name.step, name.part);
  const unnamed = calls.unnamed.get(toolNameKey(name.scope, name.name ?? ''));
  return unnamed?.places.at(unnamed[reach].count);
}

/** The place of the call with that id in that step, or of the newest with that id. */
export function placeOfId(
  calls: CallIndex,
  scope: string | undefined,
  step: number | undefined,
  id: string,
): string | undefined {
  const named = calls.named.get(callNameKey(scope, undefined, id));
  if (named === undefined || step === undefined || step === named.step) return named?.place;
  return named.others.get(String(step));
}

/** One call of a name, of those without an id, has come this far: an event of that kind without a place means another. */
export function passUnnamed(calls: CallIndex, call: Call, reach: 'started' | 'settled'): CallIndex {
  if (call.named) return calls;
  const key = toolNameKey(call.scope, call.name);
  const unnamed = calls.unnamed.get(key);
  if (unnamed === undefined) return calls;
  const passed = pass(unnamed.places, unnamed[reach], call.place);
  return { ...calls, unnamed: calls.unnamed.set(key, { ...unnamed, [reach]: passed }) };
}

function pass(places: Vector<string>, { count, ahead }: Reached, place: string): Reached {
  if (places.at(count) !== place) return { count, ahead: ahead.set(place, true) };
  let next = count + 1;
  for (let after = places.at(next); after !== undefined && ahead.has(after); after = places.at(next)) next += 1;
  return { count: next, ahead };
}

const NONE_YET: Reached = { count: 0, ahead: PersistentMap.empty<true>() };

/** Enters a call under every name a result may give it. */
export function indexCall(calls: CallIndex, call: Call): CallIndex {
  const open = calls.open.set(call.place, true);
  const byPlace = calls.byPlace.set(call.place, call);
  if (!call.named) {
    const key = toolNameKey(call.scope, call.name);
    const known = calls.unnamed.get(key) ?? { places: Vector.empty<string>(), started: NONE_YET, settled: NONE_YET };
    const places = known.places.append(call.place);
    return { ...calls, open, byPlace, unnamed: calls.unnamed.set(key, { ...known, places }) };
  }
  const { step, place } = call;
  const key = callNameKey(call.scope, undefined, call.id);
  const known = calls.named.get(key);
  const others = known?.others.set(String(known.step), known.place) ?? PersistentMap.empty<string>();
  return { ...calls, open, byPlace, named: calls.named.set(key, { step, place, others }) };
}

/** The names under which a result may be waiting for this call, the exact one first. */
export function earlyKeys(call: Omit<Call, 'outwardId'>): readonly string[] {
  const { scope, step, part, id, name } = call;
  const place = earlyPlaceKey(scope, step, part);
  if (!call.named) return [place, toolNameKey(scope, name)];
  return [callNameKey(scope, step, id), callNameKey(scope, undefined, id), place];
}

export function earlyKey(name: CallReference): string {
  if (name.call !== undefined) return callNameKey(name.scope, name.step, name.call);
  if (name.step !== undefined && name.part !== undefined) return earlyPlaceKey(name.scope, name.step, name.part);
  return toolNameKey(name.scope, name.name ?? '');
}

/** Marked: a place is a key among keys of other kinds here. */
function earlyPlaceKey(scope: string | undefined, step: number, part: number): string {
  return `@|${placeKey(scope, step, part)}`;
}
