import { changeFor } from '../structure/maker.ts';
import type { Maker } from '../structure/maker.ts';
import type { LedgerEvent } from './event.ts';
import { advance, checkpointOf, foldParsed } from './fold.ts';
import type { KeepCheckpoint } from './fold.ts';
import type { Checkpoint, ThreadState } from './state.ts';

/** Most events of a long history are these, and none of their folds looks back at a version it has changed. */
const IN_PLACE: ReadonlySet<LedgerEvent['type']> = new Set([
  'agent.step.started',
  'agent.part.completed',
  'agent.tool.called',
  'agent.tool.completed',
  'agent.step.completed',
  'source.record',
] as const);

/**
 * `foldMany(emptyThread('t'), events)`: what folding them one by one gives, for events that need no check: `parseEvent` has
 * passed them, or our own code has written them. Nobody sees the states between, so they are not made: a state that a rewind
 * may go back to is folded again when it is asked for. The events must not change afterwards.
 */
export function foldMany(state: ThreadState, events: readonly LedgerEvent[]): ThreadState {
  const batch = new Batch(state, events);
  while (batch.index < events.length) {
    changeFor(batch.maker, batch.foldInPlace);
    batch.foldOne();
  }
  return batch.state;
}

class Batch {
  readonly events: readonly LedgerEvent[];
  state: ThreadState;
  index = 0;
  maker: Maker = { name: 'foldMany' };
  /** Where a state that is asked for is folded from. */
  #from: Start;

  constructor(state: ThreadState, events: readonly LedgerEvent[]) {
    this.state = state;
    this.events = events;
    this.#from = { state, index: 0 };
  }

  /** As many as may be. */
  readonly foldInPlace = (): void => {
    for (let event = this.events[this.index]; event !== undefined; event = this.events[this.index]) {
      if (!IN_PLACE.has(event.type)) return;
      this.state = foldParsed(this.state, event, this.#keep);
      this.index += 1;
    }
  };

  foldOne(): void {
    const event = this.events[this.index];
    if (event === undefined) return;
    this.state = foldParsed(this.state, event, this.#keep);
    this.index += 1;
    if (event.type !== 'thread.rewound') return;
    // It went back to a state that others may hold: what comes next builds on it, and leaves it as it is.
    this.#from = { state: this.state, index: this.index };
    this.maker = { name: 'foldMany' };
  }

  readonly #keep: KeepCheckpoint = ({ seq }, when) =>
    new LateCheckpoint(seq, this.#from, this.events, this.index, when);
}

interface Start {
  readonly state: ThreadState;
  readonly index: number;
}

class LateCheckpoint implements Checkpoint {
  readonly seq: number;
  readonly #from: Start;
  readonly #events: readonly LedgerEvent[];
  readonly #index: number;
  readonly #when: 'before' | 'after';
  #state: ThreadState | undefined;

  constructor(seq: number, from: Start, events: readonly LedgerEvent[], index: number, when: 'before' | 'after') {
    this.seq = seq;
    this.#from = from;
    this.#events = events;
    this.#index = index;
    this.#when = when;
  }

  get state(): ThreadState {
    return (this.#state ??= changeFor(undefined, () => this.#fold()));
  }

  #fold(): ThreadState {
    let { state } = this.#from;
    for (const event of this.#events.slice(this.#from.index, this.#index)) {
      state = foldParsed(state, event, checkpointOf);
    }
    const event = this.#when === 'after' ? this.#events[this.#index] : undefined;
    return event === undefined ? state : advance(state, event, checkpointOf);
  }
}
