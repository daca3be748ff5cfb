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
] as const);

/**
 * `foldMany(emptyThread('t'), events)`: what folding them one by one gives, for events that need no check: `parseEvent` has
 * passed them, or our own code has written them. Nobody sees the states between, so they are not made: a state that a rewind
 * may go back to is folded again when it is asked for. The events must not change afterwards.
 */
export function foldMany(state: ThreadState, events: readonly LedgerEvent[]): ThreadState {
  let folded = state;
  let from: Start = { state, index: 0 };
  let maker: Maker = { name: 'foldMany' };
  let index = 0;
  const keep: KeepCheckpoint = ({ seq }, when) => lateCheckpoint(seq, from, events, index, when);
  for (const event of events) {
    const next = (): ThreadState => foldParsed(folded, event, keep);
    folded = changeFor(IN_PLACE.has(event.type) ? maker : undefined, next);
    index += 1;
    if (event.type !== 'thread.rewound') continue;
    // It went back to a state that others may hold: what comes next builds on it, and leaves it as it is.
    from = { state: folded, index };
    maker = { name: 'foldMany' };
  }
  return folded;
}

interface Start {
  readonly state: ThreadState;
  readonly index: number;
}

function lateCheckpoint(
  seq: number,
  from: Start,
  events: readonly LedgerEvent[],
  index: number,
  when: 'before' | 'after',
): Checkpoint {
  let known: ThreadState | undefined;
  return {
    seq,
    get state() {
      return (known ??= changeFor(undefined, () => stateAt(from, events, index, when)));
    },
  };
}

function stateAt(from: Start, events: readonly LedgerEvent[], index: number, when: 'before' | 'after'): ThreadState {
  let state = from.state;
  for (const event of events.slice(from.index, index)) state = foldParsed(state, event, checkpointOf);
  const event = when === 'after' ? events[index] : undefined;
  return event === undefined ? state : advance(state, event, checkpointOf);
}
