import type { ModelEvent, Usage } from '@toolthread/core';
import { NAMES } from '../openai-chat/compat.ts';
import { usageOf } from '../openai-chat/finish.ts';
import { BROKEN_OFF } from '../wire/decoder.ts';
import type { DecodeOptions, Decoder, Ending } from '../wire/decoder.ts';
import { countOf, fieldsOf, isFields, listOf, textOf } from '../wire/fields.ts';
import type { Fields } from '../wire/fields.ts';
import { Reading } from '../wire/reading.ts';
import { endingIn, errorEnding } from './ending.ts';
import { ItemReader } from './item-reader.ts';
import { impliedItem } from './open-item.ts';
import type { OpenItem } from './open-item.ts';
import { API, PROVIDER } from './rules.ts';

/** `const decoder = decode({ model: 'gpt-5.5' })`, then `decoder.push(event)` for each event and `decoder.end()`. */
export function decode(options: DecodeOptions = {}): Decoder {
  return new ResponsesDecoder(options);
}

const SPLICED: Ending = {
  reason: 'error',
  error: { message: 'The stream began anew with another response.', code: 'spliced_stream', retryable: true },
};

class ResponsesDecoder implements Decoder {
  readonly #reading: Reading;
  readonly #reader: ItemReader;
  /** By their place in the output: gateways change the ids of items on the way. */
  readonly #open = new Map<number, OpenItem>();
  readonly #done = new Set<number>();
  #latest = 0;
  #response: string | undefined;
  #usage: Usage | undefined;
  #ended = false;

  constructor(options: DecodeOptions) {
    this.#reading = new Reading(options, { provider: PROVIDER, api: API, names: NAMES });
    this.#reader = new ItemReader(this.#reading);
  }

  push(frame: unknown): ModelEvent[] {
    if (this.#ended || !isFields(frame)) return [];
    const type = textOf(frame['type']) ?? '';
    switch (type) {
      case 'response.created':
      case 'response.in_progress':
        return this.#began(fieldsOf(frame['response']));
      case 'response.output_item.added': {
        const [item, events] = this.#reader.open(fieldsOf(frame['item']));
        this.#open.set(this.#placeOf(frame), item);
        return events;
      }
      case 'response.output_item.done':
        return this.#close(this.#placeOf(frame), fieldsOf(frame['item']));
      case 'response.completed':
      case 'response.incomplete':
      case 'response.failed':
      case 'response.cancelled':
        return this.#finish(type, fieldsOf(frame['response']));
      case 'error':
        return this.end(errorEnding(isFields(frame['error']) ? frame['error'] : frame));
      default:
        return this.#grow(type, frame);
    }
  }

  end(how: Ending = BROKEN_OFF): ModelEvent[] {
    if (this.#ended) return [];
    this.#ended = true;
    return [{ type: 'end', ...how, ...(this.#usage === undefined ? {} : { usage: this.#usage }) }];
  }

  #began(response: Fields): ModelEvent[] {
    const id = textOf(response['id']);
    if (this.#response !== undefined && id !== undefined && id !== this.#response) return this.end(SPLICED);
    this.#response ??= id;
    this.#reading.madeBy(response['model']);
    return [];
  }

  #grow(type: string, frame: Fields): ModelEvent[] {
    if (!/\.(delta|done)$/.test(type)) return [];
    const place = this.#placeOf(frame);
    if (this.#done.has(place)) return [];
    const item = this.#open.get(place) ?? this.#implied(place, type);
    return item === undefined ? [] : this.#reader.grow(item, type, frame);
  }

  /** Something came of an item that was never announced. */
  #implied(place: number, type: string): OpenItem | undefined {
    const implied = type.endsWith('.delta') ? impliedItem(type) : undefined;
    if (implied === undefined) return undefined;
    const [item] = this.#reader.open(implied);
    this.#open.set(place, item);
    return item;
  }

  #close(place: number, item: Fields): ModelEvent[] {
    if (this.#done.has(place)) return [];
    this.#done.add(place);
    const open = this.#open.get(place);
    this.#open.delete(place);
    return this.#reader.close(open, item);
  }

  #finish(type: string, response: Fields): ModelEvent[] {
    this.#usage = usageOf(response['usage']) ?? this.#usage;
    const ending = endingIn(type, response);
    if (ending?.reason === 'error' || ending?.reason === 'overflow') return this.end(ending);
    const missed = listOf(response['output']).flatMap((item, place) => this.#close(place, fieldsOf(item)));
    const left = [...this.#open.values()].flatMap((item) => this.#reader.leave(item));
    if (ending !== undefined) return [...missed, ...left, ...this.end(ending)];
    const calls = this.#reader.calls();
    const reason = calls.length > 0 ? 'tool_calls' : this.#reader.refused ? 'refusal' : 'stop';
    return [...missed, ...left, ...calls, ...this.end({ reason })];
  }

  #placeOf(frame: Fields): number {
    this.#latest = countOf(frame['output_index']) ?? this.#latest;
    return this.#latest;
  }
}
