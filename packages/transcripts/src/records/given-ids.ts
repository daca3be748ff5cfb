import type { Json } from '@toolthread/core/json';
import { recordId } from './record-id.ts';
import { TextNumbers } from './text-numbers.ts';

/** Ids that whoever stored a list gave to its messages. Law: an id that two different messages have names neither; it may name who speaks. */
export class GivenIds {
  readonly #texts = new TextNumbers();
  /** By id, which text it came with first. */
  readonly #first = new TextNumbers();
  readonly #shared = new TextNumbers();

  note(value: Json, text: string): void {
    const id = recordId(value);
    if (id === undefined) return;
    const fresh = this.#texts.size;
    const place = this.#texts.getOrSet(text, fresh) ?? fresh;
    if ((this.#first.getOrSet(String(id), place) ?? place) !== place) this.#shared.add(String(id));
  }

  isShared(value: Json): boolean {
    const id = recordId(value);
    return id !== undefined && this.#shared.has(String(id));
  }
}
