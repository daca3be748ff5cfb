import type { Usage } from '@toolthread/core';
import type { ModelEvent } from '@toolthread/core/context';
import { fieldsOf, isFields, listOf, textOf, wholeNumberOf } from '@toolthread/core/json';
import type { Fields } from '@toolthread/core/json';
import { usageOf } from '../../openai-chat/decode/usage-of.ts';
import { BROKEN_OFF, Decoder, endEvent } from '../../wire/decode/decoder.ts';
import type { DecodeOptions, Ending } from '../../wire/decode/decoder.ts';
import { DecodeContext } from '../../wire/decode/decode-context.ts';
import { endingIn, errorEnding } from './ending-in.ts';
import { ItemReader } from './item-reader.ts';
import { impliedItem } from './open-item.ts';
import type { OpenItem } from './open-item.ts';
import { RULES } from '../rules.ts';

/**
 * Reads the events of one streamed response: `push` for each, then `end`.
 *
 * @example
 * const decoder = decode({ model: 'gpt-5.5' });
 * decoder.push({ type: 'response.output_text.delta', output_index: 0, content_index: 0, delta: 'Hello' }); //=> [{ type: 'text.delta', part: 0, text: 'Hello' }]
 * decoder.end().at(-1)?.type; //=> 'end'
 */
export function decode(options: DecodeOptions = {}): Decoder {
  return new ResponsesDecoder(options);
}

const SPLICED: Ending = {
  reason: 'error',
  error: { message: 'The stream started over with another response.', code: 'spliced_stream', retryable: true },
};

interface OutputItem {
  /** As it was announced. */
  readonly item: Fields;
  /** `undefined` once it is closed. */
  readonly open: OpenItem | undefined;
}

class ResponsesDecoder extends Decoder {
  readonly #context: DecodeContext;
  readonly #reader: ItemReader;
  /** By their index in the output: gateways change the ids of items. */
  readonly #items = new Map<number, OutputItem>();
  /** By their ids: items whose index another item has taken. Some servers give no index, or the same one to all. */
  readonly #replaced = new Map<string, OpenItem | undefined>();
  #isShared = false;
  #latest = 0;
  #response: string | undefined;
  #usage: Usage | undefined;

  constructor(options: DecodeOptions) {
    super();
    this.#context = new DecodeContext(options, RULES);
    this.#reader = new ItemReader(this.#context);
  }

  protected read(frame: unknown): ModelEvent[] {
    if (!isFields(frame)) return [];
    const type = textOf(frame['type']) ?? '';
    switch (type) {
      case 'response.created':
      case 'response.in_progress':
        return this.#began(fieldsOf(frame['response']));
      case 'response.output_item.added':
        return this.#announce(this.#indexOf(frame), fieldsOf(frame['item']));
      case 'response.output_item.done':
        return this.#close(this.#indexOf(frame), fieldsOf(frame['item']));
      case 'response.completed':
      case 'response.incomplete':
      case 'response.failed':
      case 'response.cancelled':
        return this.#over(type, fieldsOf(frame['response']));
      case 'error':
        return this.finish(errorEnding(isFields(frame['error']) ? frame['error'] : frame));
      default:
        return this.#grow(type, frame);
    }
  }

  protected finish(how: Ending = BROKEN_OFF): ModelEvent[] {
    // A refusal has no deltas: its text comes with the end, for whatever reason the response ends.
    const said = this.#takeOpen().filter(({ kind }) => kind === 'message');
    return [...said.flatMap((item) => this.#reader.leave(item)), endEvent(how, this.#usage)];
  }

  #began(response: Fields): ModelEvent[] {
    const id = textOf(response['id']);
    if (this.#response !== undefined && id !== undefined && id !== this.#response) return this.finish(SPLICED);
    this.#response ??= id;
    this.#context.nameModel(response['model']);
    return [];
  }

  /** An item replaces another at its index. The same item announced again changes nothing. */
  #announce(index: number, item: Fields): ModelEvent[] {
    const before = this.#items.get(index);
    if (before !== undefined && isSame(before.item, item)) return [];
    const left = before === undefined ? [] : this.#replace(before);
    const [open, events] = this.#reader.open(item);
    this.#items.set(index, { item, open });
    return [...left, ...events];
  }

  #replace({ item, open }: OutputItem): ModelEvent[] {
    const id = textOf(item['id']) ?? '';
    this.#isShared = true;
    if (id !== '') this.#replaced.set(id, open);
    return open === undefined || id !== '' ? [] : this.#reader.leave(open);
  }

  #grow(type: string, frame: Fields): ModelEvent[] {
    if (!/\.(delta|done)$/.test(type)) return [];
    const item = this.#itemOf(frame, type);
    return item === undefined ? [] : this.#reader.grow(item, type, frame);
  }

  #itemOf(frame: Fields, type: string): OpenItem | undefined {
    const index = this.#indexOf(frame);
    const id = textOf(frame['item_id']) ?? '';
    if (this.#replaced.has(id)) return this.#replaced.get(id);
    return this.#items.has(index) ? this.#items.get(index)?.open : this.#implied(index, type);
  }

  /** A delta of an item that was never announced. */
  #implied(index: number, type: string): OpenItem | undefined {
    const implied = type.endsWith('.delta') ? impliedItem(type) : undefined;
    if (implied === undefined) return undefined;
    const [open] = this.#reader.open(implied);
    this.#items.set(index, { item: implied, open });
    return open;
  }

  #close(index: number, item: Fields): ModelEvent[] {
    const id = textOf(item['id']) ?? '';
    const replaced = this.#replaced.get(id);
    if (this.#replaced.has(id)) {
      this.#replaced.set(id, undefined);
      return replaced === undefined ? [] : this.#reader.close(replaced, item);
    }
    const known = this.#items.get(index);
    if (known !== undefined && known.open === undefined) return [];
    this.#items.set(index, { item: known?.item ?? item, open: undefined });
    return this.#reader.close(known?.open, item);
  }

  #over(type: string, response: Fields): ModelEvent[] {
    this.#usage = usageOf(response['usage']) ?? this.#usage;
    const ending = endingIn(type, response);
    if (ending?.reason === 'error' || ending?.reason === 'overflow') return this.finish(ending);
    // If items shared an index, the index says nothing.
    const output = this.#isShared ? [] : listOf(response['output']);
    const missed = output.flatMap((item, index) => this.#close(index, fieldsOf(item)));
    const left = this.#takeOpen().flatMap((item) => this.#reader.leave(item));
    if (ending !== undefined) return [...missed, ...left, ...this.finish(ending)];
    const calls = this.#reader.calls();
    const reason = calls.length > 0 ? 'tool_calls' : this.#reader.refused ? 'refusal' : 'stop';
    return [...missed, ...left, ...calls, ...this.finish({ reason })];
  }

  #takeOpen(): OpenItem[] {
    const items = [...this.#items.values()].map(({ open }) => open);
    const open = [...this.#replaced.values(), ...items].filter((item) => item !== undefined);
    this.#replaced.clear();
    this.#items.clear();
    return open;
  }

  #indexOf(frame: Fields): number {
    this.#latest = wholeNumberOf(frame['output_index']) ?? this.#latest;
    return this.#latest;
  }
}

function isSame(a: Fields, b: Fields): boolean {
  return (textOf(a['id']) ?? '') !== '' && a['id'] === b['id'] && a['type'] === b['type'];
}
