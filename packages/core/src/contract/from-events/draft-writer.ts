import type { EventDraft } from '../../ledger/ledger-event.ts';

/** Where drafts go. */
export interface DraftWriter {
  write(draft: EventDraft): void;
}
