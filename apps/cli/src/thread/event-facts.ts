/** What is true of a thread as a whole: from its events, and from the pieces that they fold to. */
import { callStatus } from '@toolthread/core';
import type { LedgerEvent, ThreadState } from '@toolthread/core';

/** When it happened, and which models answered. */
export interface EventFacts {
  /** Those that answered, in their order. */
  readonly models: readonly string[];
  /** Time worked: a pause longer than five minutes counts as five minutes. */
  readonly workedMs: number;
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

const LONGEST_GAP_MS = 5 * 60_000;

/** Takes the events in their order, and keeps none of them. */
export class EventFactsTaker {
  readonly #times: number[] = [];
  /** By scope: which model answers now. */
  readonly #models = new Map<string | undefined, string>();
  readonly #answered = new Set<string>();

  take(event: LedgerEvent): void {
    // Not every file says when things happened.
    if (event.at > 0 && event.at !== this.#times.at(-1)) this.#times.push(event.at);
    if (event.type === 'agent.configured') this.#models.set(event.scope, event.model);
    const model = event.type === 'agent.step.started' ? this.#models.get(event.scope) : undefined;
    if (model !== undefined && model !== '') this.#answered.add(model);
  }

  facts(): EventFacts {
    // Records do not come in the order of their times: one late record must not hide the work between the others.
    const times = Float64Array.from(this.#times).sort();
    let workedMs = 0;
    for (const [index, at] of times.entries()) {
      if (index > 0) workedMs += Math.min(LONGEST_GAP_MS, at - (times[index - 1] ?? at));
    }
    return { models: [...this.#answered], workedMs, startedAt: times.at(0), endedAt: times.at(-1) };
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
  let { calls, elsewhere, failed, tokens } = before;
  for (const [, call] of state.calls.byPlace.entries()) {
    if (call.runs === 'provider') elsewhere += 1;
    else calls += 1;
    if (callStatus(call) === 'failed') failed += 1;
  }
  for (const [, step] of state.steps.entries()) tokens += step.end?.usage?.output_tokens ?? 0;
  return { calls, elsewhere, failed, tokens };
}
