import { collectGarbage, undisturbed } from '../measure.ts';
import { ENCODERS } from './encoders.ts';
import { WAYS } from './requests.ts';
import { workOf } from './work.ts';

const WARM_UP = 4;
const ROUNDS = 20;

export interface Timed {
  /** Which encoder, and where its messages came from. */
  readonly name: string;
  /** For each length of the thread: milliseconds of its first request, and of each later one, undisturbed. */
  readonly lengths: readonly { readonly first: number; readonly next: number }[];
}

/**
 * Times the requests of threads, each of so many steps and then `further` ones, with each of the four encoders, both from a
 * ledger and from a context manager. The lengths take turns, so that a slow moment of the machine hits all.
 */
export async function timeRequests(lengths: readonly number[], further: number): Promise<Timed[]> {
  const timed: Timed[] = [];
  for (const [provider, encode] of Object.entries(ENCODERS)) {
    for (const [way, requests] of Object.entries(WAYS)) {
      const times = lengths.map((steps) => ({ steps, work: workOf(steps + further), first: [0], next: [0] }));
      for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
        for (const { work, steps, first, next } of times) {
          if (round === WARM_UP) first.length = next.length = 0;
          collectGarbage();
          let into = first;
          for await (const messages of requests(work, steps)) {
            const start = performance.now();
            encode(messages());
            into.push(performance.now() - start);
            into = next;
          }
        }
      }
      const costs = times.map(({ first, next }) => ({ first: undisturbed(first), next: undisturbed(next) }));
      timed.push({ name: `${provider} from a ${way}`, lengths: costs });
    }
  }
  return timed;
}
