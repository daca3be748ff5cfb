import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { Redactor } from '@toolthread/agent/redact';
import { exactJson, filledTextOf, isJsonObject, isList, numberOf } from '@toolthread/core/json';
import type { Json, JsonObject } from '@toolthread/core/json';

/** What a wire calls itself, never in pieces: kinds, ids, reasons. Any other text may be a piece of what a model says. */
const LABELS =
  /^(?:type|object|role|id|item_id|call_id|response_id|responseId|model|modelVersion|status|(?:native_)?finish_reason|finishReason|stop_reason|system_fingerprint|service_tier)$/;
/** A shorter label may be a piece after all. */
const WHOLE_LABEL = 4;

/** This many texts may be unfinished at once: each costs memory. */
const MOST_STREAMS = 1000;
/** This many values are checked before others have their turn: a list in a list in a list costs as much as a text. */
const TURN_VALUES = 1000;
const LEFT_OUT = '[left out: too many unfinished texts]';

type WordStream = ReturnType<Redactor['stream']>;

/** The frames of one response without secrets, also those that a model spells over several frames. */
export class RedactedFrames {
  readonly #redactor: Redactor;
  /** By place; only those that hold something back. */
  readonly #streams = new Map<string, WordStream>();
  /** One that has nothing to do. */
  #spare: WordStream | undefined;
  #values = 0;

  constructor(redactor: Redactor) {
    this.#redactor = redactor;
  }

  /** `take('{"delta":{"text":"Hel"}}')`; what may be the beginning of a secret comes with a later frame, or with the rest. */
  async take(payload: string): Promise<Json> {
    return this.#spoken(await this.whole(payload), '', '');
  }

  /** Something that is no piece of anything: a request, a failure. */
  async whole(payload: string): Promise<Json> {
    try {
      return await this.#redactor.json(exactJson(payload));
    } catch {
      return this.#redactor.longText(payload);
    }
  }

  /** What was held back, by where it was. */
  rest(): readonly Json[] {
    return [...this.#streams].flatMap(([of, stream]) => {
      const text = stream.end();
      return text === '' ? [] : [{ of, text }];
    });
  }

  /** A place is the path of names, with the numbers that the frame gives its parts. */
  async #spoken(value: Json, place: string, name: string): Promise<Json> {
    this.#values += 1;
    if (this.#values % TURN_VALUES === 0) await setImmediate();
    if (typeof value === 'string') {
      return LABELS.test(name) && value.length >= WHOLE_LABEL ? value : this.#piece(place, value);
    }
    if (isList(value)) {
      const list: Json[] = [];
      for (const [at, each] of value.entries()) {
        list.push(await this.#spoken(each, numberIn(each) === '' ? shortened(`${place}.${at}`) : place, name));
      }
      return list;
    }
    if (!isJsonObject(value)) return value;
    const here = shortened(place + numberIn(value));
    const entries: [string, Json][] = [];
    for (const [key, each] of Object.entries(value))
      entries.push([key, await this.#spoken(each, shortened(`${here}.${key}`), key)]);
    return Object.fromEntries(entries);
  }

  async #piece(place: string, text: string): Promise<string> {
    const known = this.#streams.get(place);
    if (known === undefined && this.#streams.size >= MOST_STREAMS) return LEFT_OUT;
    const stream = known ?? this.#spare ?? this.#redactor.stream();
    this.#spare = undefined;
    const shown = await stream.pushLong(text);
    if (!stream.holdsNothing) {
      this.#streams.set(place, stream);
      return shown;
    }
    this.#streams.delete(place);
    this.#spare = stream;
    return shown + stream.end();
  }
}

/** Names may be as long as a frame, and each text below one would be looked for under all of it. */
const LONGEST_PLACE = 300;

function shortened(place: string): string {
  if (place.length <= LONGEST_PLACE) return place;
  return `${place.slice(0, LONGEST_PLACE / 2)}… ${createHash('sha256').update(place).digest('base64url')}`;
}

/** Parts that stream at once are told apart by their numbers, wherever they are in a list; by an id, which may change, only without them. */
function numberIn(value: Json): string {
  if (!isJsonObject(value)) return '';
  const numbers = numbersOf(value);
  const id = filledTextOf(value['item_id']);
  if (numbers.length > 0) return `[${numbers.join('-')}]`;
  return id === undefined ? '' : `[${id}]`;
}

function numbersOf({ index, output_index: output, content_index: content }: JsonObject): readonly string[] {
  const named = { index, output, content };
  return Object.entries(named).flatMap(([name, value]) => {
    const number = numberOf(value);
    return number === undefined ? [] : [`${name} ${number}`];
  });
}
