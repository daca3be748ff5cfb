import type { Json } from '@toolthread/core/json';
import { TextNumbers } from '../records/text-numbers.ts';

const NOTHING = 0;
const CALLED = 1;
const HAS_RESULT = 2;

/** Calls and results by the file's own ids, each once, however often the file repeats them. */
export class CallCounts {
  /** Of each id: whether it was called, whether it has a result. */
  readonly #ids = new TextNumbers();
  #called = 0;
  #results = 0;
  #answered = 0;
  #resultBeforeCall = 0;

  call(id: string): void {
    const known = this.#ids.get(id) ?? NOTHING;
    if ((known & CALLED) !== 0) return;
    this.#ids.set(id, known | CALLED);
    this.#called += 1;
    if (known === NOTHING) return;
    this.#resultBeforeCall += 1;
    this.#answered += 1;
  }

  /** Whether it is the first of that call. */
  result(id: string): boolean {
    const known = this.#ids.get(id) ?? NOTHING;
    if ((known & HAS_RESULT) !== 0) return false;
    this.#ids.set(id, known | HAS_RESULT);
    this.#results += 1;
    if (known === CALLED) this.#answered += 1;
    return true;
  }

  all(): { readonly [name: string]: Json } {
    const answered = this.#answered;
    return {
      toolCalls: this.#called,
      answered,
      unanswered: this.#called - answered,
      orphanResults: this.#results - answered,
      resultBeforeCall: this.#resultBeforeCall,
    };
  }
}
