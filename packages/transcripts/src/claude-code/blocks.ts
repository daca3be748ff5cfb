/** The blocks of a session's records. One look-up for each serves all that ask whether it came before. */
import { fieldsOf, isJsonObject, isList, textOf } from '@toolthread/core/json';
import type { Json, JsonFields } from '@toolthread/core/json';
import { NumberRows } from '../records/number-rows.ts';
import { jsonKey, textKey } from '../records/text-key.ts';
import { TextNumbers } from '../records/text-numbers.ts';

/** `heard`: the file has it in that response. `told`: it was written to the thread. */
const COLUMNS = { heard: 0, told: 1 } as const;

export type BlockFate = keyof typeof COLUMNS;

export class Blocks {
  /** From 1, by what they say. */
  readonly #numbers = new TextNumbers();
  /** Of each, the first response that had it. */
  readonly #rows = new NumberRows(Object.keys(COLUMNS).length);
  /** Further responses that had it. */
  readonly #others = new TextNumbers();
  /** The last one that was asked for: of a record's only block several rules ask. */
  #asked: { readonly block: Json; readonly number: number } = { block: {}, number: 0 };

  /** The same for all that say the same. */
  numberOf(block: Json): number {
    if (block !== this.#asked.block) this.#asked = { block, number: this.numberOfKey(blockKey(block)) };
    return this.#asked.number;
  }

  numberOfKey(key: string): number {
    const next = this.#numbers.size + 1;
    const known = this.#numbers.getOrSet(key, next);
    if (known === undefined) this.#rows.add();
    return known ?? next;
  }

  /** Undefined for what no block has said. */
  find(key: string): number | undefined {
    return this.#numbers.get(key);
  }

  /** Whether the response has not had it before; from now on it has. Responses count from 1. */
  add(block: number, fate: BlockFate, response: number): boolean {
    const first = this.#rows.get(block - 1, COLUMNS[fate]);
    if (first !== 0) return first !== response && this.#others.add(otherKey(block, fate, response));
    this.#rows.set(block - 1, COLUMNS[fate], response);
    return true;
  }

  has(block: number, fate: BlockFate, response: number): boolean {
    const first = this.#rows.get(block - 1, COLUMNS[fate]);
    return first === response || (first !== 0 && this.#others.has(otherKey(block, fate, response)));
  }

  /** The same for all records that say the same. */
  wordsOf({ type, message }: JsonFields): number {
    const { content } = fieldsOf(message);
    if (content === undefined) return 0;
    const [first = 0, ...others] = (isList(content) ? content : [content]).map((block) => this.numberOf(block));
    const words = others.length === 0 ? first : this.numberOfKey([first, ...others].join());
    return words * 2 + (type === 'assistant' ? 1 : 0);
  }
}

function otherKey(block: number, fate: BlockFate, response: number): string {
  return `${block} ${fate} ${response}`;
}

/** A call is known by its id and what it asks for, words by themselves. The first character tells the kinds apart. */
function blockKey(block: Json): string {
  if (typeof block === 'string') return textBlockKey(block);
  const fields = fieldsOf(block);
  const { id, text, thinking, signature, data } = fields;
  const type = textOf(fields['type']) ?? '';
  switch (type) {
    case 'text':
      return textBlockKey(textOf(text) ?? '');
    case 'thinking':
    case 'redacted_thinking':
      return [type, textOf(thinking) ?? '', textOf(signature) ?? textOf(data) ?? ''].map(textKey).join('\0');
    default:
      return typeof id === 'string' ? callKey(id, fields) : jsonKey(block);
  }
}

function textBlockKey(text: string): string {
  return `"${textKey(text)}`;
}

/** By what a call of a response is known when it comes again. */
export function callKey(id: string, { name, input }: JsonFields): string {
  return `\0${id}\0${textKey(textOf(name) ?? '')}\0${isJsonObject(input) ? jsonKey(input) : ''}`;
}
