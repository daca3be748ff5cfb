import { asJson } from '../foreign/as-json.ts';
import { jsonText } from '../foreign/json-text.ts';
import type { ContractEvent } from './contract-event.ts';

/** Of what an event says, so much is kept, and its length. */
const HEAD = 300;
/** What a run begins with. Words, and calls without an id, may well come twice in the same moment. */
const BEGINS = /^agent\.(?:status|step)/;

/** The events of one execution as they were told, and how far they have been told again; undefined: they are not. */
interface ToldExecution {
  readonly events: string[];
  again: number | undefined;
  /** What a person had asked when the last of them was told. */
  question: Question;
}

/** What a person asked last. Each is an object of its own. */
export interface Question {
  readonly at: number | undefined;
}

/**
 * Events that are pushed once more: the same object, or an execution that is told again from its first event on, as a back end does
 * after a new connection. An execution is known by its name, its first event by all that it says, its time included: without one, two
 * runs may well begin alike.
 */
export class ToldBefore {
  readonly #pushed = new WeakSet<object>();
  readonly #executions = new Map<string | undefined, ToldExecution>();

  /** Whether this event was told before; each event is asked about once. */
  has(record: unknown, event: ContractEvent, question: Question): boolean {
    if (typeof record === 'object' && record !== null) {
      if (this.#pushed.has(record)) return true;
      this.#pushed.add(record);
    }
    const { type, timestamp, payload, execution } = event;
    const words = jsonText(asJson(payload, ''));
    // Not all of it: it is held for as long as the reader is.
    const said = `${timestamp} ${type} ${words.length} ${words.slice(0, HEAD)}`;
    const telling = this.#executions.get(execution) ?? { events: [], again: undefined, question };
    this.#executions.set(execution, telling);
    const { events } = telling;
    // After a new question, only what happened before it was told before it.
    const isOld = telling.question === question || (event.at ?? Infinity) < (question.at ?? -Infinity);
    if (timestamp !== undefined && BEGINS.test(type) && isOld && said === events[0]) telling.again = 0;
    if (telling.again !== undefined && said === events[telling.again]) {
      telling.again = telling.again + 1 < events.length ? telling.again + 1 : undefined;
      return true;
    }
    telling.again = undefined;
    telling.question = question;
    events.push(said);
    return false;
  }
}
