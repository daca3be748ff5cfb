import { NO_WORK, workAfter, workedUntil } from '../ledger/fold/work-time.ts';
import type { LedgerEvent } from '../ledger/ledger-event.ts';
import { countsRuns } from './worked-ms.ts';
import type { Span } from './work-clock.ts';
import { joined } from './spans.ts';

/**
 * When the runs of a thread worked, from its events in their order: together as long as `workedMs` says of the state that they fold to.
 *
 * @example
 * const clock = new RunClock();
 * clock.took({ v: 1, thread: 't', seq: 1, at: 1000, type: 'agent.status', status: 'running' });
 * clock.took({ v: 1, thread: 't', seq: 2, at: 3000, type: 'agent.status', status: 'completed' });
 * clock.spans(); //=> [[1000, 3000]]
 */
export class RunClock {
  #work = NO_WORK;
  #last = 0;
  #source: unknown;
  readonly #spans: Span[] = [];

  took(event: LedgerEvent): void {
    if (event.type === 'thread.created') this.#source = event.source ?? this.#source;
    const work = workAfter(this.#work, event, this.#last);
    const until = workedUntil(event, this.#last);
    if (work.ms > this.#work.ms) this.#spans.push([until - work.ms + this.#work.ms, until]);
    this.#work = work;
    this.#last = event.at;
  }

  /** Undefined where runs do not tell it: of an import, and where none is recorded. */
  spans(): readonly Span[] | undefined {
    return countsRuns({ source: this.#source, work: this.#work }) ? joined(this.#spans) : undefined;
  }
}
