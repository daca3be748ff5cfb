import type { RunLoad } from '../metrics/metrics.ts';

/** How many runs work at once. The others wait, first come, first served: a thread that had its run goes to the end. */
export interface RunSlots {
  ask(): RunSlot;
  load(): RunLoad;
  /** Whether whoever asks now need not wait. */
  hasRoom(): boolean;
}

export interface RunSlot {
  isWaiting(): boolean;
  /** Resolves when the slot is one's own. */
  readonly taken: Promise<void>;
  /** Has it now, though all may be in use: what is to be done is short. */
  hurry(): void;
  /** The run waits for a person: others have it meanwhile. */
  rest(): void;
  /** The run goes on, though all may be in use by now. */
  wake(): void;
  leave(): void;
}

/** Most of a run's time is spent waiting for its model or its tools. */
export const USUAL_RUNS = 16;

/** `createRunSlots(16)` */
export function createRunSlots(count: number): RunSlots {
  const waiting = new Set<() => void>();
  let inUse = 0;

  function free(): void {
    inUse -= 1;
    const [first] = waiting;
    if (inUse < count) first?.();
  }

  return {
    load: () => ({ atWork: inUse, waiting: waiting.size }),
    hasRoom: () => inUse < count,
    ask() {
      let state: 'waiting' | 'held' | 'resting' | 'left' = 'waiting';
      let tell: () => void = () => undefined;
      const taken = new Promise<void>((resolve) => {
        tell = resolve;
      });
      const take = (): void => {
        waiting.delete(take);
        state = 'held';
        inUse += 1;
        tell();
      };
      if (inUse < count) take();
      else waiting.add(take);
      return {
        taken,
        isWaiting: () => state === 'waiting',
        hurry: () => {
          if (state === 'waiting') take();
        },
        rest: () => {
          if (state !== 'held') return;
          state = 'resting';
          free();
        },
        wake: () => {
          if (state !== 'resting') return;
          state = 'held';
          inUse += 1;
        },
        leave: () => {
          waiting.delete(take);
          const held = state === 'held';
          state = 'left';
          if (held) free();
        },
      };
    },
  };
}
