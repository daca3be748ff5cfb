/** Folds many events at once, and does not keep what is between: what a rewind may go back to is folded again when it is asked for. */
import { atOnce } from '../../at-once.ts';
import type { LedgerEvent } from '../../ledger-event.ts';
import type { Checkpoint, ThreadState } from '../../thread-state.ts';
import type { KeepState } from '../fold.ts';
import type { KeepView, Kept, Rewindable } from './rewindable.ts';

/** How one event is folded. With `late`, what a rewind may go back to is asked for there; without, it is kept. */
export type Folding<Value> = (late?: LateAt<Value>) => (before: Value, event: LedgerEvent) => Value;

/** What the fold had made when event `seq` was folded. */
export type LateAt<Value> = (seq: number) => Late<Value>;

/** So many events are folded before the event loop gets a turn. What they leave to the collector is less than it works on at once. */
const PIECE = 20;

/** The events must not change afterwards. */
export function foldLate<Value>(before: Value, events: readonly LedgerEvent[], folding: Folding<Value>): Value {
  return atOnce(foldLateSteps(before, events, folding));
}

/** The same in steps, so that the caller can pause. */
export function* foldLateSteps<Value>(
  before: Value,
  events: readonly LedgerEvent[],
  folding: Folding<Value>,
): Generator<undefined, Value> {
  let value = before;
  let fold = folding(lateFrom({ value, events, from: 0 }, folding));
  let next = 0;
  for (const event of events) {
    if (next > 0 && next % PIECE === 0) yield;
    next += 1;
    value = fold(value, event);
    // It went back to a value that is there now: what comes next is folded again from here, not from the beginning.
    if (event.type === 'thread.rewound') {
      fold = folding(lateFrom({ value, events, from: next }, folding));
    }
  }
  return value;
}

interface Start<Value> {
  readonly value: Value;
  readonly events: readonly LedgerEvent[];
  /** The place of the first event after `value`. */
  readonly from: number;
}

/** All that is kept at one boundary is folded again once. */
function lateFrom<Value>(start: Start<Value>, folding: Folding<Value>): LateAt<Value> {
  let last: Late<Value> | undefined;
  return (seq) => {
    if (last?.seq !== seq) last = new Late(seq, start, folding);
    return last;
  };
}

class Late<Value> {
  readonly seq: number;
  readonly #start: Start<Value>;
  readonly #folding: Folding<Value>;
  #made: { readonly value: Value } | undefined;

  constructor(seq: number, start: Start<Value>, folding: Folding<Value>) {
    this.seq = seq;
    this.#start = start;
    this.#folding = folding;
  }

  get value(): Value {
    this.#made ??= { value: this.#fold() };
    return this.#made.value;
  }

  #fold(): Value {
    const { events, from } = this.#start;
    const fold = this.#folding();
    let { value } = this.#start;
    for (let index = from; index < events.length; index += 1) {
      const event = events[index];
      if (event === undefined || event.seq > this.seq) break;
      value = fold(value, event);
    }
    return value;
  }
}

/** `foldParsed(state, event, keepStateLate(late, (thread) => thread.state))` */
export function keepStateLate<Value>(
  late: LateAt<Value> | undefined,
  pick: (value: Value) => ThreadState,
): KeepState | undefined {
  return late && (({ seq }) => new LateCheckpoint(late(seq), pick));
}

/** `takeFacts(before, folded, take, keepViewLate(late, (thread) => thread.drawn))` */
export function keepViewLate<Value, View>(
  late: LateAt<Value> | undefined,
  pick: (value: Value) => Rewindable<View>,
): KeepView<View> | undefined {
  return late && (({ seq }) => new LateView(late(seq), pick));
}

class LateCheckpoint<Value> implements Checkpoint {
  readonly seq: number;
  readonly #late: Late<Value>;
  readonly #pick: (value: Value) => ThreadState;

  constructor(late: Late<Value>, pick: (value: Value) => ThreadState) {
    this.seq = late.seq;
    this.#late = late;
    this.#pick = pick;
  }

  get state(): ThreadState {
    return this.#pick(this.#late.value);
  }
}

class LateView<Value, View> implements Kept<View> {
  readonly seq: number;
  readonly #late: Late<Value>;
  readonly #pick: (value: Value) => Rewindable<View>;

  constructor(late: Late<Value>, pick: (value: Value) => Rewindable<View>) {
    this.seq = late.seq;
    this.#late = late;
    this.#pick = pick;
  }

  get view(): View {
    return this.#pick(this.#late.value).view;
  }

  get kept(): Rewindable<View>['kept'] {
    return this.#pick(this.#late.value).kept;
  }
}
