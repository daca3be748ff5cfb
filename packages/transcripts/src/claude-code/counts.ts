import type { Json } from '@toolthread/core';

/** What `inspect` counts in a file, by the file's own records, whether or not they are shown. */
export class Counts {
  readonly #types = new Map<string, number>();
  readonly #versions = new Set<string>();
  readonly #calls = new Set<string>();
  readonly #results = new Set<string>();
  /** Every message id, with the place of its last record among what was said: a gap means that others spoke between. */
  readonly #messages = new Map<string, number>();
  readonly #apart = new Set<string>();
  #resultBeforeCall = 0;
  #spoken = 0;
  readonly plain = {
    mixedResultText: 0,
    errors: 0,
    rejected: 0,
    thinking: 0,
    images: 0,
    compactSummaries: 0,
    sidechainRecords: 0,
  };

  record(type: string, version: string | undefined): void {
    if (type === 'user' || type === 'assistant') this.#spoken += 1;
    this.#types.set(type, (this.#types.get(type) ?? 0) + 1);
    if (version !== undefined) this.#versions.add(version);
  }

  message(id: string): void {
    const last = this.#messages.get(id);
    if (last !== undefined && last !== this.#spoken - 1) this.#apart.add(id);
    this.#messages.set(id, this.#spoken);
  }

  call(id: string): void {
    if (this.#results.has(id) && !this.#calls.has(id)) this.#resultBeforeCall += 1;
    this.#calls.add(id);
  }

  result(id: string): void {
    this.#results.add(id);
  }

  all(): { readonly [name: string]: Json } {
    const answered = [...this.#calls].filter((id) => this.#results.has(id)).length;
    return {
      types: Object.fromEntries(this.#types),
      versions: [...this.#versions].sort().slice(-1),
      toolCalls: this.#calls.size,
      answered,
      unanswered: this.#calls.size - answered,
      orphanResults: [...this.#results].filter((id) => !this.#calls.has(id)).length,
      resultBeforeCall: this.#resultBeforeCall,
      assistantMessageIds: this.#messages.size,
      nonContiguousMessageIds: this.#apart.size,
      ...this.plain,
    };
  }
}
