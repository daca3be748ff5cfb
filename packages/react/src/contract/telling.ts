import { foldThread, newThread, scopesAtWork } from '@toolthread/core';
import type { Thread } from '@toolthread/core';
import { appendDrafts } from '@toolthread/core/adapters';
import { contractReader } from '@toolthread/core/contract';
import type { ContractReader } from '@toolthread/core/contract';

/** Records, as they are told one after the other. */
export class Telling {
  readonly #reader: ContractReader = contractReader();
  thread: Thread;

  constructor(id: string, ...told: readonly (readonly unknown[])[]) {
    this.thread = newThread(id);
    for (const records of told) this.tell(records);
  }

  tell(records: readonly unknown[]): void {
    for (const record of records) {
      const events = appendDrafts(this.thread.state, this.#reader.push(record));
      for (const event of events) this.thread = foldThread(this.thread, event);
    }
  }
}

export function isOver({ state }: Thread): boolean {
  return scopesAtWork(state).length === 0 && state.openSteps.size === 0;
}
