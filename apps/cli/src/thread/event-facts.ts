/** What is true of a thread as a whole: from its events, and from the pieces that they fold to. */
import { callStatus, writtenTokens } from '@toolthread/core';
import type { LedgerEvent, ThreadState } from '@toolthread/core';
import { coveredMs } from '@toolthread/core/lines';
import type { Span } from '@toolthread/core/lines';
import { joined, without, workTimes } from './work-times.ts';

/** When it happened, and which models answered. */
export interface EventFacts {
  /** Those that answered, in their order. */
  readonly models: readonly string[];
  /** When there was work: a pause longer than five minutes counts as five minutes, and waiting for a person is none. */
  readonly worked: readonly Span[];
  readonly workedMs: number;
  /** When a question, or what had to be approved, waited for a person. */
  readonly waited: readonly Span[];
  readonly startedAt: number | undefined;
  readonly endedAt: number | undefined;
}

export interface CallFacts {
  /** That the model asked for, as `inspect` counts them. */
  readonly calls: number;
  /** That a provider ran itself, or a person. */
  readonly elsewhere: number;
  readonly failed: number;
  /** Written by the model. */
  readonly tokens: number;
}

/** Takes the events in their order, and keeps none of them. */
export class EventFactsTaker {
  readonly #times: number[] = [];
  /** By scope: which model answers now. */
  readonly #models = new Map<string | undefined, string>();
  readonly #answered = new Set<string>();
  /** Since when requests are open. */
  readonly #asked = new Map<string, number>();
  readonly #waits: Span[] = [];

  take(event: LedgerEvent): void {
    // Not every file says when things happened.
    if (event.at > 0 && event.at !== this.#times.at(-1)) this.#times.push(event.at);
    if (event.type === 'request.opened') this.#asked.set(event.request, event.at);
    if (event.type === 'request.resolved') this.#settled(event.request, event.at);
    if (event.type === 'agent.configured') this.#models.set(event.scope, event.model);
    const model = event.type === 'agent.step.started' ? this.#models.get(event.scope) : undefined;
    if (model !== undefined && model !== '') this.#answered.add(model);
  }

  facts(): EventFacts {
    // Records do not come in the order of their times: one late record must not hide the work between the others.
    const times = Float64Array.from(this.#times).sort();
    const waited = joined(this.#waits);
    const worked = without(workTimes(times), waited);
    return {
      models: [...this.#answered],
      worked,
      workedMs: coveredMs(worked),
      waited,
      startedAt: times.at(0),
      endedAt: times.at(-1),
    };
  }

  #settled(request: string, at: number): void {
    const since = this.#asked.get(request) ?? 0;
    this.#asked.delete(request);
    if (since > 0 && at > since) this.#waits.push([since, at]);
  }
}

export function eventFacts(events: readonly LedgerEvent[]): EventFacts {
  const taker = new EventFactsTaker();
  for (const event of events) taker.take(event);
  return taker.facts();
}

export const NO_CALLS: CallFacts = { calls: 0, elsewhere: 0, failed: 0, tokens: 0 };

/** What was counted so far, and what is in one more piece of the thread. */
export function addCalls(before: CallFacts, state: ThreadState): CallFacts {
  let { calls, elsewhere, failed } = before;
  for (const [, call] of state.calls.byPlace.entries()) {
    if (call.runs === 'provider') elsewhere += 1;
    else calls += 1;
    if (callStatus(call) === 'failed') failed += 1;
  }
  return { calls, elsewhere, failed, tokens: before.tokens + writtenTokens(state) };
}
