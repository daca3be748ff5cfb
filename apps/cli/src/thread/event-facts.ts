/** What is true of a thread as a whole: from its events, and from the pieces that they fold to. */
import { callStatus } from '@toolthread/core';
import { countsOf, EventClock, paidCalls, writtenTokens } from '@toolthread/core/summary';
import type { LedgerEvent, ThreadState } from '@toolthread/core';
import { coveredMs } from '@toolthread/core/lines';
import type { Span } from '@toolthread/core/lines';
import { BAD_ENDS } from './bad-ends.ts';
import type { BadEnd } from './bad-ends.ts';

/** When it happened, and which models answered. */
export interface EventFacts {
  /** Those that answered, in their order. */
  readonly models: readonly string[];
  /** When there was work, as `EventClock` tells it. */
  readonly worked: readonly Span[];
  readonly workedMs: number;
  /** When a question, or what had to be approved, waited for a person. */
  readonly waited: readonly Span[];
  readonly startedAt: number | undefined;
  readonly endedAt: number | undefined;
}

export interface CallFacts extends Readonly<Record<BadEnd, number>> {
  /** As the page counts them. */
  readonly calls: number;
  /** Those of them that a provider ran itself, or a person. */
  readonly elsewhere: number;
  /** Written by the model. */
  readonly tokens: number;
}

/** Takes the events in their order, and keeps none of them. */
export class EventFactsTaker {
  readonly #clock = new EventClock();
  #startedAt = Infinity;
  #endedAt = -Infinity;
  /** By scope: which model answers now. */
  readonly #models = new Map<string | undefined, string>();
  readonly #answered = new Set<string>();

  take(event: LedgerEvent): void {
    this.#clock.took(event);
    if (event.at > 0) {
      this.#startedAt = Math.min(this.#startedAt, event.at);
      this.#endedAt = Math.max(this.#endedAt, event.at);
    }
    if (event.type === 'agent.configured') this.#models.set(event.scope, event.model);
    const model = event.type === 'agent.step.started' ? this.#models.get(event.scope) : undefined;
    if (model !== undefined && model !== '') this.#answered.add(model);
  }

  facts(): EventFacts {
    const { worked, waited } = this.#clock.spans();
    return {
      models: [...this.#answered],
      worked,
      workedMs: coveredMs(worked),
      waited,
      startedAt: this.#startedAt === Infinity ? undefined : this.#startedAt,
      endedAt: this.#endedAt === -Infinity ? undefined : this.#endedAt,
    };
  }
}

export function eventFacts(events: readonly LedgerEvent[]): EventFacts {
  const taker = new EventFactsTaker();
  for (const event of events) taker.take(event);
  return taker.facts();
}

export const NO_CALLS: CallFacts = { calls: 0, elsewhere: 0, failed: 0, interrupted: 0, denied: 0, lost: 0, tokens: 0 };

/** What was counted so far, and what is in one more piece of the thread. */
export function addCalls(before: CallFacts, state: ThreadState): CallFacts {
  let { calls, elsewhere } = before;
  const { failed, interrupted, denied, lost } = before;
  const ends = { failed, interrupted, denied, lost };
  for (const [call] of paidCalls(state)) {
    calls += countsOf(call).calls;
    if (call.runs === 'provider') elsewhere += 1;
    const status = callStatus(call);
    const end = BAD_ENDS.find((name) => name === status);
    if (end !== undefined) ends[end] += 1;
  }
  return { calls, elsewhere, ...ends, tokens: before.tokens + writtenTokens(state) };
}
