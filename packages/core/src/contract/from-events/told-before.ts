import { filledTextOf } from '../../ledger/json/fields.ts';
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
  /** Where each of them is. */
  readonly places: Map<string, number>;
  again: number | undefined;
  /** The latest time that was told. */
  latest: number;
  /** Where the last one is that is not of a call. */
  other: number;
  /** What a person had asked when the last of them was told. */
  question: Question;
}

/** What a person asked last. Each is an object of its own. */
export interface Question {
  readonly at: number | undefined;
}

/**
 * Events that are pushed once more: the same object, or an execution that is told again from its first event on, or from an earlier
 * moment on, as a back end does after a new connection. An execution is known by its name, its first event by all that it says, its time included: without one, two
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
    const telling: ToldExecution = this.#executions.get(execution) ?? {
      events: [],
      places: new Map(),
      again: undefined,
      latest: -Infinity,
      other: -1,
      question,
    };
    this.#executions.set(execution, telling);
    const { events } = telling;
    // After a new question, only what happened before it was told before it.
    const isPast = (event.at ?? Infinity) < (question.at ?? -Infinity);
    const isOld = telling.question === question || isPast;
    if (timestamp !== undefined && BEGINS.test(type) && isOld && said === events[0]) telling.again = 0;
    else if (said !== events[telling.again ?? -1] && (event.at ?? Infinity) < telling.latest)
      telling.again = placeBefore(telling, event, said);
    if (telling.again !== undefined && said === events[telling.again]) {
      telling.again = telling.again + 1 < events.length ? telling.again + 1 : undefined;
      return true;
    }
    // What happened before the last question, and was told before it, is told again, also alone.
    if (isPast && telling.question !== question && telling.places.has(said)) return true;
    telling.again = undefined;
    telling.question = question;
    telling.latest = Math.max(telling.latest, event.at ?? -Infinity);
    telling.places.set(said, events.length);
    if (!type.startsWith('agent.tool')) telling.other = events.length;
    events.push(said);
    return false;
  }
}

/** Where the time has gone back to what was told then. A call that has an id is known by it, as long as nothing else has arrived. */
function placeBefore({ places, other }: ToldExecution, { payload }: ContractEvent, said: string): number | undefined {
  const place = places.get(said);
  const isKnown = filledTextOf(payload['tool_call_id']) !== undefined && (place ?? 0) > other;
  return isKnown ? undefined : place;
}
