import type { Json } from '@toolthread/core/json';
import { TextNumbers } from '../records/text-numbers.ts';

/** Calls and results by the file's own ids, each once, however often the file repeats them. */
export class CallCounts {
  readonly #calls = new TextNumbers();
  readonly #results = new TextNumbers();
  #answered = 0;
  #resultBeforeCall = 0;

  call(id: string): void {
    if (!this.#calls.add(id) || !this.#results.has(id)) return;
    this.#resultBeforeCall += 1;
    this.#answered += 1;
  }

  /** Whether it is the first of that call. */
  result(id: string): boolean {
    const isFirst = this.#results.add(id);
    if (isFirst && this.#calls.has(id)) this.#answered += 1;
    return isFirst;
  }

  all(): { readonly [name: string]: Json } {
    const answered = this.#answered;
    return {
      toolCalls: this.#calls.size,
      answered,
      unanswered: this.#calls.size - answered,
      orphanResults: this.#results.size - answered,
      resultBeforeCall: this.#resultBeforeCall,
    };
  }
}
