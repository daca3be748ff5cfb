import { emptyThread, foldOnto, LEDGER_VERSION } from '@toolthread/core';
import type { EventDraft, LedgerEvent, ThreadState } from '@toolthread/core';
import type { Append } from '../src/index.ts';

export class Crash extends Error {}

/** A thread's ledger in memory: what a store promises, and a death after any event. */
export class MemoryLedger {
  readonly events: LedgerEvent[] = [];
  readonly #at: () => number;
  #listeners: ((event: LedgerEvent) => void)[] = [];

  constructor(at: () => number = () => 1_800_000_000_000) {
    this.#at = at;
  }

  static from(events: readonly LedgerEvent[]): MemoryLedger {
    const ledger = new MemoryLedger();
    ledger.events.push(...events);
    return ledger;
  }

  static withPrompt(text: string, at?: () => number): MemoryLedger {
    const ledger = new MemoryLedger(at);
    ledger.add({ type: 'thread.created' });
    ledger.say(text);
    return ledger;
  }

  get thread(): string {
    return this.events[0]?.thread ?? 't';
  }

  get state(): ThreadState {
    return foldOnto(emptyThread(this.thread), this.events);
  }

  add(...drafts: readonly EventDraft[]): void {
    for (const draft of drafts) {
      const event: LedgerEvent = {
        v: LEDGER_VERSION,
        thread: this.thread,
        seq: this.events.length + 1,
        at: this.#at(),
        ...draft,
      };
      this.events.push(JSON.parse(JSON.stringify(event)));
      for (const listener of this.#listeners) listener(event);
    }
  }

  say(text: string, delivery: 'now' | 'steer' | 'followUp' = 'now'): void {
    this.add({ type: 'message.posted', author: '@human', parts: [{ type: 'text', text }], delivery });
  }

  /** Whoever else is at the ledger: a person who answers at a certain moment. */
  when(happens: (event: LedgerEvent) => boolean, then: () => void): void {
    let done = false;
    this.#listeners.push((event) => {
      if (done || !happens(event)) return;
      done = true;
      then();
    });
  }

  /** What a run appends with. With `dies`: after so many events in all the writer is dead, in the middle of a batch if need be. */
  append(dies = Infinity): Append {
    let given = this.events.length;
    return async (drafts) => {
      await Promise.resolve();
      for (const draft of drafts) {
        if (this.events.length >= dies) throw new Crash('the process is gone');
        this.add(draft);
      }
      if (this.events.length >= dies) throw new Crash('the process is gone');
      const fresh = this.events.slice(given);
      given = this.events.length;
      return fresh;
    };
  }

  types(): string[] {
    return this.events.map(({ type }) => type);
  }

  of<T extends LedgerEvent['type']>(type: T): Extract<LedgerEvent, { type: T }>[] {
    return this.events.filter((event): event is Extract<LedgerEvent, { type: T }> => event.type === type);
  }
}
