import { PersistentMap } from '../structure/persistent-map.ts';
import { Vector } from '../structure/vector.ts';
import type { Call } from './call.ts';
import { callNameKey, toolNameKey } from './keys.ts';
import type { CallIndex, ThreadState } from './state.ts';

/** How an event names the call it is about. */
export interface CallName {
  readonly scope?: string;
  readonly step?: number;
  readonly call?: string;
  readonly name?: string;
}

/**
 * A result belongs to its call by (scope, step, id). Without the step, to the newest call of that id in the scope;
 * without an id, to the first call of that name, among those without an id, that has not come as far yet.
 */
export function findCall(state: ThreadState, name: CallName, reach: 'started' | 'settled'): Call | undefined {
  const place = findPlace(state.calls, name, reach);
  return place === undefined ? undefined : state.calls.byPlace.get(place);
}

function findPlace(calls: CallIndex, name: CallName, reach: 'started' | 'settled'): string | undefined {
  if (name.call !== undefined) return placeOfId(calls, name.scope, name.step, name.call);
  const unnamed = calls.unnamed.get(toolNameKey(name.scope, name.name ?? ''));
  if (unnamed === undefined) return undefined;
  return unnamed.places.at(reach === 'started' ? unnamed.started : unnamed.settled);
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

/** One call of a name, of those without an id, has come this far: the next event of that kind means the next call. */
export function passUnnamed(calls: CallIndex, call: Call, reach: 'started' | 'settled'): CallIndex {
  if (call.named) return calls;
  const key = toolNameKey(call.scope, call.name);
  const unnamed = calls.unnamed.get(key);
  if (unnamed === undefined) return calls;
  return { ...calls, unnamed: calls.unnamed.set(key, { ...unnamed, [reach]: unnamed[reach] + 1 }) };
}

/** Enters a call under every name a result may give it. */
export function indexCall(calls: CallIndex, call: Call): CallIndex {
  const open = calls.open.set(call.place, true);
  const byPlace = calls.byPlace.set(call.place, call);
  if (!call.named) {
    const key = toolNameKey(call.scope, call.name);
    const known = calls.unnamed.get(key) ?? { places: Vector.empty<string>(), started: 0, settled: 0 };
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
export function earlyKeys(call: Call): readonly string[] {
  if (!call.named) return [toolNameKey(call.scope, call.name)];
  return [callNameKey(call.scope, call.step, call.id), callNameKey(call.scope, undefined, call.id)];
}

export function earlyKey(name: CallName): string {
  if (name.call === undefined) return toolNameKey(name.scope, name.name ?? '');
  return callNameKey(name.scope, name.step, name.call);
}
