import { isFields } from '@toolthread/core/json';
import type { Fields } from '@toolthread/core/json';
import { timeOf } from './time-of.ts';
import { begins } from './turns-by-time.ts';

/**
 * Events that name neither their run nor their time are of the run that is at work, and of the moment of the event before them. Else a sign
 * of life between two events would be a run of its own, and the one at work would seem cut.
 */
export class EventPlaces {
  #last: Pick<Fields, 'execution_id' | 'timestamp'> | undefined;
  #isAtWork = false;

  place(events: readonly unknown[]): readonly unknown[] {
    return events.flatMap((event) => this.#placed(event) ?? []);
  }

  #placed(event: unknown): unknown {
    const fields = isFields(event) ? event : { value: event };
    const isKnown = typeof fields['type'] === 'string' && fields['type'].startsWith('agent.');
    const isPlaced = fields['execution_id'] !== undefined || !Number.isNaN(timeOf(fields));
    const isBeginning = begins(fields);
    if (!isPlaced && !isKnown) return this.#last && { ...fields, ...this.#last };
    if (!isPlaced && (isBeginning || !this.#isAtWork)) return event;
    if (isKnown) this.#isAtWork = isBeginning || fields['type'] !== 'agent.status';
    if (!isPlaced) return { ...fields, ...this.#last };
    this.#last = { execution_id: fields['execution_id'], timestamp: fields['timestamp'] };
    return event;
  }
}
