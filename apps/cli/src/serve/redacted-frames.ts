import type { Redactor } from '@toolthread/agent/redact';
import { isJsonObject, isList } from '@toolthread/core/json';
import type { Json } from '@toolthread/core/json';

/** What a provider calls the pieces of what a model says. */
const WORDS =
  /^(?:text|delta|content|thinking|reasoning|reasoning_content|refusal|arguments|partial_json|thoughtSignature)$/;

type WordStream = ReturnType<Redactor['stream']>;

/** The frames of one response without secrets, also those that a model spells over several frames. */
export class RedactedFrames {
  readonly #redactor: Redactor;
  readonly #streams = new Map<string, WordStream>();

  constructor(redactor: Redactor) {
    this.#redactor = redactor;
  }

  /** `take('{"delta":{"text":"Hel"}}')`; what may be the beginning of a secret comes with a later frame, or with the rest. */
  take(payload: string): Json {
    const value = this.whole(payload);
    return this.#spoken(value, placeOf(value), '');
  }

  /** Something that is no piece of anything: a request, a failure. */
  whole(payload: string): Json {
    try {
      const value: Json = JSON.parse(payload);
      return this.#redactor.json(value);
    } catch {
      return this.#redactor.text(payload);
    }
  }

  /** What was held back, by where it stood. */
  rest(): readonly Json[] {
    return [...this.#streams].flatMap(([of, stream]) => {
      const text = stream.end();
      return text === '' ? [] : [{ of, text }];
    });
  }

  #spoken(value: Json, place: string, name: string): Json {
    if (typeof value === 'string') return WORDS.test(name) ? this.#stream(place).push(value) : value;
    if (isList(value)) return value.map((each, index) => this.#spoken(each, `${place}.${index}`, name));
    if (!isJsonObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [key, this.#spoken(each, `${place}.${key}`, key)]),
    );
  }

  #stream(place: string): WordStream {
    const stream = this.#streams.get(place) ?? this.#redactor.stream();
    this.#streams.set(place, stream);
    return stream;
  }
}

/** Parts of a response that stream at once are told apart by their number. */
function placeOf(frame: Json): string {
  if (!isJsonObject(frame)) return '';
  const { index, output_index: output, content_index: content } = frame;
  return [index, output, content].filter((number) => typeof number === 'number').join('-');
}
