import type { LedgerEvent } from '../ledger/ledger-event.ts';
import { NOTHING_SEEN, seeWork } from '../ledger/work/seen-work.ts';
import { joined, until } from '../ledger/work/spans.ts';
import type { Span } from '../ledger/work/spans.ts';
import { clockSpans } from '../ledger/work/work-clock.ts';
import type { WorkedSpans } from '../ledger/work/work-clock.ts';
import { NO_WORK, workAfter, workedUntil } from '../ledger/work/work-time.ts';
import { countsRuns } from './worked-ms.ts';

/**
 * When there was work in a thread, from its events in their order, where nobody keeps its state: together as long as `workedMs` says of the state that they fold to.
 *
 * @example
 * const clock = new EventClock();
 * clock.took({ v: 1, thread: 't', seq: 1, at: 1000, type: 'agent.status', status: 'running' });
 * clock.took({ v: 1, thread: 't', seq: 2, at: 3000, type: 'agent.status', status: 'completed' });
 * clock.spans(); //=> { worked: [[1000, 3000]], waited: [] }
 */
export class EventClock {
  #work = NO_WORK;
  #seen = NOTHING_SEEN;
  #last = 0;
  #source: unknown;
  #hasRecords = false;
  readonly #runs: Span[] = [];

  took(event: LedgerEvent): void {
    if (event.type === 'thread.created') this.#source = event.source ?? this.#source;
    if (event.type === 'source.record' && event.fate !== 'malformed') this.#hasRecords = true;
    const work = workAfter(this.#work, event, this.#last);
    const end = workedUntil(event, this.#last);
    if (work.ms > this.#work.ms) this.#runs.push([end - work.ms + this.#work.ms, end]);
    this.#work = work;
    this.#seen = seeWork(this.#seen, event);
    this.#last = event.at;
  }

  spans(): WorkedSpans {
    const seen = clockSpans(this.#seen.clock);
    if (!countsRuns({ source: this.#source, work: this.#work })) return seen;
    const copied = this.#hasRecords ? until(this.#work.began ?? 0, seen.worked) : [];
    return { worked: joined([...copied, ...this.#runs]), waited: seen.waited };
  }
}
