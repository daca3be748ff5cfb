/** What a thread has of the files beside its session: runs of subagents. Each of them grows on its own, whatever is told between. */
import { type EventDraft, scopeKind } from '@toolthread/core';
import type { SessionRest } from './session-source.ts';

interface Told {
  readonly mark: string;
  /** Its event in the thread. */
  readonly seq: number;
}

/** What stays told, whatever comes; and the end, which is taken back if more comes. */
interface NewAtRest {
  readonly stays: readonly EventDraft[];
  readonly end: readonly EventDraft[];
}

export class ToldBeside {
  readonly #told = new Map<string, Told[]>();

  note(event: EventDraft, seq: number): void {
    const lane = laneOf(event);
    if (lane === undefined) return;
    const told = this.#told.get(lane) ?? [];
    this.#told.set(lane, told);
    told.push({ mark: markOf(event), seq });
  }

  /** A rewind took back what came after event `to`. */
  takeBack(to: number): void {
    for (const told of this.#told.values()) while ((told.at(-1)?.seq ?? 0) > to) told.pop();
  }

  /** Of a session at rest, what is not told yet. Where a file has other words than were told, no more is told of it: it would not fit. */
  newIn({ beside, ended }: SessionRest): NewAtRest {
    const over = inLanes(ended);
    const linked = linkedLanes(beside);
    const counts = new Map<string, number>();
    const stays: EventDraft[] = [];
    for (const [lane, events] of inLanes(beside)) {
      const told = this.#told.get(lane) ?? [];
      const marks = events.map(markOf);
      const count = linked.has(lane) ? sharedLength(marks, over.get(lane)?.map(markOf) ?? []) : 0;
      const fits = told.every(({ mark }, at) => mark === marks[at]);
      if (fits) stays.push(...events.slice(told.length, count));
      counts.set(lane, fits ? Math.max(count, told.length) : Infinity);
    }
    const read = new Map<string, number>();
    const end = ended.filter((event) => {
      const lane = laneOf(event);
      if (lane === undefined) return true;
      const at = read.get(lane) ?? 0;
      read.set(lane, at + 1);
      return at >= (counts.get(lane) ?? 0);
    });
    return { stays, end };
  }
}

/** Whether it is of a run that a call of the session started, or of the file of one. */
export function isBeside(event: EventDraft): boolean {
  return laneOf(event) !== undefined;
}

function inLanes(events: readonly EventDraft[]): ReadonlyMap<string, readonly EventDraft[]> {
  const lanes = new Map<string, EventDraft[]>();
  for (const event of events) {
    const lane = laneOf(event);
    if (lane === undefined) continue;
    const known = lanes.get(lane);
    if (known === undefined) lanes.set(lane, [event]);
    else known.push(event);
  }
  return lanes;
}

/** Those of runs whose call is known: where it is not, it may come yet, and the run stands elsewhere then. */
function linkedLanes(events: readonly EventDraft[]): ReadonlySet<string> {
  const linked = new Set<string>();
  let isLinked = false;
  for (const event of events) {
    if (event.type === 'scope.opened') isLinked = event.parent !== undefined;
    const lane = laneOf(event);
    if (lane !== undefined && isLinked) linked.add(lane);
  }
  return linked;
}

/** What is told in its own order. */
function laneOf(event: EventDraft): string | undefined {
  if (event.type === 'source.record') return event.file === undefined ? undefined : `file ${event.file}`;
  return scopeKind(event.scope) === 'child' ? `run ${event.scope}` : undefined;
}

/** By which it is known again: of the same length is what has the same words, in whatever order its fields are. */
export function markOf({ type, at, ...event }: EventDraft): string {
  const { v: _v, thread: _thread, seq: _seq, ...rest } = { v: 1, thread: '', seq: 0, ...event };
  const step = 'step' in rest ? rest.step : '';
  return `${type} ${at} ${step} ${JSON.stringify(rest).length}`;
}

function sharedLength(one: readonly string[], other: readonly string[]): number {
  const at = one.findIndex((mark, place) => mark !== other[place]);
  return at === -1 ? one.length : at;
}
