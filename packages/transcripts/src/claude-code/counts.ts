import { fieldsOf, listOf } from '@toolthread/core/json';
import type { Json } from '@toolthread/core/json';
import { TextNumbers } from '../records/text-numbers.ts';
import { CallCounts } from '../thread/call-counts.ts';
import { Tally } from '../thread/tally.ts';

/** What `inspect` counts in a file, by the file's own records, whether or not they are shown. */
export class Counts {
  readonly calls: CallCounts = new CallCounts();
  readonly #types = new Tally();
  readonly #versions = new Set<string>();
  /** The number of each message's last record. A gap before the next one means that other records are between. */
  readonly #messages = new TextNumbers();
  readonly #apart = new TextNumbers();
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
    this.#types.add(type);
    if (version !== undefined) this.#versions.add(version);
  }

  message(id: string): void {
    const last = this.#messages.get(id);
    if (last !== undefined && last !== this.#spoken - 1) this.#apart.add(id);
    this.#messages.set(id, this.#spoken);
  }

  /** In what a person sent, and in results. */
  images(blocks: readonly Json[]): void {
    for (const block of blocks.map((one) => fieldsOf(one))) {
      if (block['type'] === 'image') this.plain.images += 1;
      if (block['type'] === 'tool_result') this.images(listOf(block['content']));
    }
  }

  all(): { readonly [name: string]: Json } {
    return {
      types: this.#types.all(),
      versions: [...this.#versions].sort().slice(-1),
      ...this.calls.all(),
      assistantMessageIds: this.#messages.size,
      nonContiguousMessageIds: this.#apart.size,
      ...this.plain,
    };
  }
}
