/** A model's response as drafts of ledger events: addressed, numbered, and in pieces of a size that a ledger can bear. */
import type { EventDraft } from '@toolthread/core';
import type { Clock } from '../clock.ts';
import type { CallName } from '../state/call-name.ts';
import type { ModelEnd, Response } from './held-to-contract.ts';
import { StepBuffer } from './step-buffer.ts';

export interface ToLedgerOptions {
  readonly step: number;
  readonly scope?: string | undefined;
  readonly clock: Clock;
  /** Calls of earlier steps whose results may come now, from the provider: see `awaitedResults`. */
  readonly awaited?: ReadonlyMap<string, CallName>;
}

/**
 * `for await (const drafts of toLedger(response, { step: 1, clock })) await append(drafts)`
 *
 * The first delta of a part comes out at once, then what has gathered every 75 ms or 1 KB. The model is read ahead while
 * a batch is being written, so a slow ledger makes larger deltas, not a longer queue. The last batch holds every call
 * and the end of the step: a call is recorded only when the response is complete. Returns the model's `end`.
 */
export async function* toLedger(
  response: Response,
  { step, scope, clock, awaited }: ToLedgerOptions,
): AsyncGenerator<readonly EventDraft[], ModelEnd> {
  const buffer = new StepBuffer(step, scope, clock.now(), awaited);
  const changes = new Notifier();
  let isRead = false;
  const reading = read(response, buffer, clock, changes).finally(() => {
    isRead = true;
    changes.notify();
  });
  // A failure is handled below, after the last batch.
  reading.catch(() => undefined);
  for (;;) {
    const changed = changes.next();
    const isLast = isRead;
    const drafts = buffer.due(clock.now());
    if (drafts.length > 0) yield drafts;
    if (isLast) return await reading;
    if (drafts.length === 0) await changedOrDue(changed, buffer, clock);
  }
}

async function read(response: Response, buffer: StepBuffer, clock: Clock, changes: Notifier): Promise<ModelEnd> {
  for (;;) {
    const next = await response.next();
    if (next.done === true) {
      buffer.close(next.value, clock.now());
      return next.value;
    }
    const isAwaited = buffer.dueAt !== undefined;
    buffer.take(next.value);
    // If the loop waits until the collected text is due, it need not be woken for each letter.
    if (!isAwaited || buffer.isFull) changes.notify();
  }
}

async function changedOrDue(changed: Promise<void>, buffer: StepBuffer, clock: Clock): Promise<void> {
  const dueAt = buffer.dueAt;
  if (dueAt === undefined) return changed;
  const waking = new AbortController();
  await Promise.race([changed, clock.sleep(dueAt - clock.now(), waking.signal)]);
  waking.abort();
}

/** Wakes the loop if it waits. A change before that is not lost: the loop checks the buffer first. */
class Notifier {
  #wake: () => void = () => undefined;

  next(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  notify(): void {
    this.#wake();
  }
}
