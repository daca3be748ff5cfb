import type { Json } from '@toolthread/core/json';

/** Calls and results by the file's own ids, each once, however often the file repeats them. */
export class CallCounts {
  readonly #calls = new Set<string>();
  readonly #results = new Set<string>();
  #resultBeforeCall = 0;

  call(id: string): void {
    if (this.#results.has(id) && !this.#calls.has(id)) this.#resultBeforeCall += 1;
    this.#calls.add(id);
  }

  /** Whether it is the first of that call. */
  result(id: string): boolean {
    const known = this.#results.size;
    return this.#results.add(id).size > known;
  }

  all(): { readonly [name: string]: Json } {
    let answered = 0;
    for (const id of this.#calls) if (this.#results.has(id)) answered += 1;
    return {
      toolCalls: this.#calls.size,
      answered,
      unanswered: this.#calls.size - answered,
      orphanResults: this.#results.size - answered,
      resultBeforeCall: this.#resultBeforeCall,
    };
  }
}
