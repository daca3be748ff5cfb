import type { EventDraft } from '../../ledger/ledger-event.ts';

/** What was read and not yet taken: each draft says whose it is. */
export class RunDrafts {
  readonly #scope: string | undefined;
  readonly #drafts: EventDraft[] = [];
  run: string | undefined;

  constructor(scope: string | undefined) {
    this.#scope = scope;
  }

  write(draft: EventDraft | undefined): void {
    if (draft === undefined) return;
    this.#drafts.push({
      ...draft,
      ...(this.run === undefined ? {} : { run: this.run }),
      ...(this.#scope === undefined ? {} : { scope: this.#scope }),
    });
  }

  take(): readonly EventDraft[] {
    return this.#drafts.splice(0);
  }
}
