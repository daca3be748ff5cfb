/** A model's events as ledger events: addressed, numbered, and in pieces of a size that a ledger can bear. */
import type { EventDraft } from '@toolthread/core';
import type { ModelEvent } from '@toolthread/core/context';
import type { CallName } from '../state/call-name.ts';
import type { Clock } from '../clock.ts';
import { messageOf } from '../message-of.ts';
import { StepBuffer } from './step-buffer.ts';

export type ModelEnd = Extract<ModelEvent, { type: 'end' }>;

export interface ToLedgerOptions {
  readonly step: number;
  readonly scope?: string | undefined;
  readonly clock: Clock;
  /** Calls of earlier steps whose results may come now, from the provider: see `awaitedResults`. */
  readonly awaited?: ReadonlyMap<string, CallName>;
}

/**
 * `for await (const drafts of toLedger(model.stream(request, signal), { step: 1, clock })) await append(drafts)`
 *
 * The first delta of a part comes out at once, then what has gathered every 75 ms or 1 KB. The model is read ahead while
 * a batch is being written, so a slow ledger makes larger deltas, not a longer queue. The last batch holds every call
 * and the end of the step: a call is recorded only when the response is complete. Returns the model's `end`.
 */
export async function* toLedger(
  events: AsyncIterable<ModelEvent>,
  options: ToLedgerOptions,
): AsyncGenerator<readonly EventDraft[], ModelEnd> {
  const { clock } = options;
  const page = new StepBuffer(options.step, options.scope, clock.now(), options.awaited);
  const bell = new Bell();
  const reading = read(events, page, clock, bell);
  for (;;) {
    const heard = bell.listen();
    const { end } = page;
    const drafts = page.due(clock.now());
    if (drafts.length > 0) yield drafts;
    if (end !== undefined) {
      await reading;
      return end;
    }
    if (drafts.length === 0) await heardOrDue(heard, page, clock);
  }
}

async function read(events: AsyncIterable<ModelEvent>, page: StepBuffer, clock: Clock, bell: Bell): Promise<void> {
  let message = 'The stream of the model ended without an end.';
  try {
    for await (const event of events) {
      page.take(event, clock.now());
      bell.ring();
    }
  } catch (error) {
    message = messageOf(error);
  }
  page.take({ type: 'end', reason: 'error', error: { message, retryable: true } }, clock.now());
  bell.ring();
}

async function heardOrDue(heard: Promise<void>, page: StepBuffer, clock: Clock): Promise<void> {
  const dueAt = page.dueAt;
  if (dueAt === undefined) return heard;
  const waking = new AbortController();
  await Promise.race([heard, clock.sleep(dueAt - clock.now(), waking.signal)]);
  waking.abort();
}

/** Wakes the one who listens. Nothing is lost by ringing early: who listens looks at the page before waiting. */
class Bell {
  #wake: () => void = () => undefined;

  listen(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  ring(): void {
    this.#wake();
  }
}
