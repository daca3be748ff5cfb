import type { ServerResponse } from 'node:http';
import type { People } from '@toolthread/store';
import { whenClosed } from '../../http/when-closed.ts';

/** Whether somebody may still have what they are being given; `unknown`: nobody can say so now. */
export type StillAllowed = () => Promise<boolean | 'unknown'>;

/** Answers to people that are still being given, streams above all. They end when a role, a link or a sign-in does, on whichever node that was. */
export interface WatchedAnswers {
  add(response: ServerResponse, still: StillAllowed): void;
  /** Ends now what may not go on. */
  look(): Promise<void>;
}

/** What was taken back ends well within a second. */
const EVERY_MS = 250;

/** `createWatchedAnswers(people)` */
export function createWatchedAnswers({ changes }: Pick<People, 'changes'>): WatchedAnswers {
  const open = new Map<ServerResponse, StillAllowed>();
  /** Those that nobody has asked about since they began: what changed just before may not have been known to whoever let them in. */
  const unasked = new Set<ServerResponse>();
  let seen: number | undefined;
  let timer: NodeJS.Timeout | undefined;

  async function look(): Promise<void> {
    const number = await changes();
    // What cannot be asked now is asked the next time.
    if (!number.ok) return;
    const asked = number.value === seen ? [...unasked] : [...open.keys()];
    seen = number.value;
    for (const response of asked) {
      unasked.delete(response);
      const still = (await open.get(response)?.()) ?? true;
      if (still === 'unknown') unasked.add(response);
      else if (!still) response.destroy();
    }
  }

  function next(): void {
    timer = setTimeout(() => {
      void look().finally(() => (open.size > 0 ? next() : (timer = undefined)));
    }, EVERY_MS).unref();
  }

  return {
    look,
    add(response, still) {
      open.set(response, still);
      unasked.add(response);
      whenClosed(response, () => {
        open.delete(response);
        unasked.delete(response);
      });
      if (timer === undefined) next();
    },
  };
}
