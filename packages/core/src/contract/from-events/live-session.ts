import type { LedgerWriter } from '../../ledger/ledger-writer.ts';
import type { LiveCall } from './live-calls.ts';

/** What the executions of one session share: the ledger, the numbers of its steps, and the names of its calls. */
export class LiveSession {
  readonly writer: LedgerWriter;
  /** The newest call of each name. */
  readonly calls: Map<string, LiveCall> = new Map();
  /** Ids of results that were told before their call. */
  readonly early: Set<string> = new Set();
  readonly #minted = new Set<string>();
  #steps = 0;
  #count = 0;

  constructor(writer: LedgerWriter) {
    this.writer = writer;
  }

  nextStep(): number {
    this.#steps += 1;
    return this.#steps;
  }

  /** A completion that does not say its execution may still name a call of it. */
  callOf(id: string | undefined): LiveCall | undefined {
    const call = id === undefined ? undefined : this.calls.get(id);
    return call?.id === id ? call : undefined;
  }

  isEarly(id: string | undefined): boolean {
    return id !== undefined && this.early.has(id);
  }

  /** The name of a result without a call; none where a call of ours goes by it. */
  nameOrphan(id: string | undefined): { readonly call?: string } {
    if (id === undefined || this.#minted.has(id)) return {};
    this.early.add(id);
    return { call: id };
  }

  /** The back end's own id, so that a result told before its call finds it; ours where there is none. */
  nameCall(id: string | undefined): string {
    if (id !== undefined && !this.#minted.has(id)) return id;
    let own: string;
    do own = `unnamed ${(this.#count += 1)}`;
    while (this.calls.has(own) || this.early.has(own));
    this.#minted.add(own);
    return own;
  }
}
