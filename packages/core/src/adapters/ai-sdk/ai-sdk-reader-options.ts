import type { EventDraft } from '../../ledger/ledger-event.ts';
import type { ThreadState } from '../../ledger/thread-state.ts';

/** Parts in, drafts out. */
export interface AiSdkReader {
  /** What one part says. Anything may be given; what is no part of the SDK says nothing. */
  push(part: unknown): readonly EventDraft[];
  /** No more parts come. If the stream has not said that it is over, it broke off. */
  end(): readonly EventDraft[];
}

/** Where the stream belongs in its thread, and whose it is. */
export interface AiSdkReaderOptions {
  /** The run's id. Without it the id of the message that a stream for a page names. */
  readonly run?: string;
  readonly scope?: string;
  /** The thread as it is before the stream: steps are numbered on from there. Without it the stream is the first of its thread. */
  readonly after?: ThreadState;
  /** Who answers, for what goes back to nobody else: signatures and the like. */
  readonly provider?: string;
  readonly model?: string;
}
