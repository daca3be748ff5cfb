/** What was asked, and whether each request begins with the one before. */
import { growth } from './growth.ts';
import type { Problem } from './problem.ts';
import type { Shape } from './shape.ts';
import type { History, Provider } from './wire.ts';

export interface Entry {
  readonly provider: Provider;
  readonly action: 'generate' | 'count';
  readonly model: string;
  readonly stream: boolean;
  /** The exact bytes of the body, as text. */
  readonly text: string;
  readonly body: Shape;
  readonly problems: readonly Problem[];
  readonly epoch: number;
  readonly history: History;
  status: number;
  /** `aborted`: the client went away first. */
  ended: 'open' | 'whole' | 'cut' | 'aborted';
}

export interface Journal {
  readonly entries: readonly Entry[];
  /** Everything that was refused. */
  readonly refused: readonly Problem[];
  /** A compaction, a rewind: what follows need not begin with what was. */
  newEpoch(): void;
  /**
   * Within an epoch each request's messages, cache markers aside, begin with those of the request before; only the last
   * message may grow, at its end. One line for each that does not.
   */
  prefixBreaches(): string[];
}

export interface WritableJournal extends Journal {
  write(entry: Omit<Entry, 'epoch' | 'ended' | 'status'>): Entry;
}

export function newJournal(): WritableJournal {
  const entries: Entry[] = [];
  let epoch = 0;
  return {
    entries,
    get refused() {
      return entries.flatMap((entry) => entry.problems);
    },
    newEpoch: () => {
      epoch += 1;
    },
    prefixBreaches: () => breaches(entries),
    write: (made) => {
      const entry: Entry = { ...made, epoch, status: 0, ended: 'open' };
      entries.push(entry);
      return entry;
    },
  };
}

function breaches(entries: readonly Entry[]): string[] {
  const last = new Map<string, Entry>();
  return entries.flatMap((entry, index) => {
    if (entry.action !== 'generate') return [];
    const epoch = JSON.stringify([entry.epoch, entry.provider, entry.model, entry.history.head]);
    const before = last.get(epoch);
    last.set(epoch, entry);
    if (before === undefined) return [];
    const breach = growth(before.history.messages, entry.history.messages);
    return breach === undefined ? [] : [`request ${index} (${entry.provider}): ${breach}`];
  });
}
