import type { RunClaim } from '@toolthread/store';
import type { RunSlots } from '../runs/run-slots.ts';
import type { Work } from '../runs/work.ts';
import type { Duties, Found } from './create-node.ts';
import { LookedAt } from './looked-at.ts';

export interface RunsOfNodeOptions {
  /** What runs here, by thread. */
  readonly working: ReadonlyMap<string, Work>;
  readonly slots: Pick<RunSlots, 'hasRoom'>;
  /** Threads in which there was nothing to do. */
  readonly idle: LookedAt;
  /** Filled here: threads whose runs were ended because the database did not answer. */
  readonly outOfReach: Set<string>;
  readonly wake: (thread: string) => void;
  /** Whether somebody has asked for a stop, perhaps another node. */
  readonly isStopped: (thread: string) => Promise<boolean>;
  /** Nobody can go on with it: whoever waits for it is told why. Gives the last event after that. */
  readonly strand: (thread: string, node: string) => Promise<number>;
}

/** What a node does about its runs when it has looked, and when its life is over: `runsOfNode({ working, … })` */
export function runsOfNode(options: RunsOfNodeOptions): Pick<Duties, 'lost' | 'look'> {
  const { working, slots, idle, wake } = options;
  const told = new LookedAt();

  function act(before: ReadonlyMap<Work, RunClaim>, { held, due, stranded }: Found): void {
    const epochs = new Map(held.map(({ thread, epoch }) => [thread, epoch]));
    for (const [thread, work] of working) {
      const claim = before.get(work);
      if (claim !== undefined && work.claim === claim && epochs.get(thread) !== claim.epoch) lose(work);
    }
    for (const { thread, seq } of held) {
      const work = working.get(thread);
      // What could not be given back is taken up again.
      if (work === undefined) wake(thread);
      else if (seq > work.seen) void hearStop(thread, work);
    }
    for (const { thread, seq } of due)
      if (slots.hasRoom() && !working.has(thread) && !idle.has(thread, seq)) wake(thread);
    for (const { thread, seq, node } of stranded)
      if (!working.has(thread) && !told.has(thread, seq))
        void options.strand(thread, node).then((last) => told.note(thread, last));
  }

  async function hearStop(thread: string, work: Work): Promise<void> {
    if (await options.isStopped(thread)) work.controller.abort();
  }

  return {
    lost: () => {
      for (const [thread, work] of working) {
        options.outOfReach.add(thread);
        lose(work);
      }
    },
    look: () => {
      const claims = [...working.values()].flatMap((work) =>
        work.claim === undefined ? [] : ([[work, work.claim]] as const),
      );
      const before = new Map(claims);
      return (found) => act(before, found);
    },
  };
}

/** Another node may have the run: it ends where it is, as by a crash, and whoever has it tells it. */
function lose(work: Work): void {
  work.lost = true;
  work.controller.abort();
}
