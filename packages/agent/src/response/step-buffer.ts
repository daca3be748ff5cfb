import type { EventDraft } from '@toolthread/core';
import type { ModelEvent } from '@toolthread/core/context';
import { isFirstHalf } from '@toolthread/core/text';
import { callId } from '../state/call-id.ts';
import type { CallName } from '../state/call-name.ts';
import type { ModelEnd } from './held-to-contract.ts';

/** How long words may wait, and how many: few enough to look live, enough to make few events. */
export const FLUSH_MS = 75;
export const FLUSH_UNITS = 1024;

type Called = Extract<ModelEvent, { type: 'call' }>;
type Delta = Extract<ModelEvent, { type: 'text.delta' | 'reasoning.delta' | 'input.delta' }>;
type Pending = { readonly delta: Delta } | { readonly draft: EventDraft };

/** What one step has said and is not written yet. */
export class StepBuffer {
  readonly #step: number;
  readonly #scope: string | undefined;
  readonly #startedAt: number;
  readonly #offsets = new Map<number, number>();
  /** Calls of this step that the provider runs and has not answered yet, by the id it gave them. */
  readonly #provided = new Map<string, CallName>();
  /** The same of earlier steps; undefined if nobody keeps account of them. */
  readonly #awaited: Map<string, CallName> | undefined;
  /** Results of those: they count only if this response does. */
  #late: EventDraft[] = [];
  #pending: Pending[] = [];
  #units = 0;
  #urgent = false;
  #flushedAt: number;
  #calls: Called[] = [];
  #closed = false;

  constructor(
    step: number,
    scope: string | undefined,
    now: number,
    awaited: ReadonlyMap<string, CallName> | undefined,
  ) {
    this.#step = step;
    this.#awaited = awaited === undefined ? undefined : new Map(awaited);
    this.#scope = scope;
    this.#startedAt = now;
    this.#flushedAt = now;
  }

  /** When the gathered words must go out; undefined when there are none. */
  get dueAt(): number | undefined {
    return this.#pending.length === 0 ? undefined : this.#flushedAt + FLUSH_MS;
  }

  /** It goes out now, whenever it was due. */
  get isFull(): boolean {
    return this.#urgent || this.#units >= FLUSH_UNITS;
  }

  take(event: Exclude<ModelEvent, ModelEnd>): void {
    switch (event.type) {
      case 'text.delta':
      case 'reasoning.delta':
      case 'input.delta':
        this.#gather(event);
        return;
      case 'part': {
        const { type: _, ...part } = event;
        this.#write({ type: 'agent.part.completed', step: this.#step, ...part });
        return;
      }
      case 'call':
        if (event.runs === 'here') this.#calls.push(event);
        else this.#writeProvided(event);
        return;
      case 'result':
        this.#writeResult(event);
        return;
      default:
        event satisfies never;
    }
  }

  /** The last event of the step. Calls of a response that failed or was cut off are not recorded: they will never run. */
  close(end: ModelEnd, now: number): void {
    this.#closed = true;
    const discarded = end.reason === 'error' || end.reason === 'overflow';
    if (!discarded && end.reason !== 'aborted') {
      for (const call of this.#calls) this.#write(this.#calledDraft(call));
    }
    if (!discarded) for (const completed of this.#late) this.#write(completed);
    this.#giveUp(end.reason, discarded);
    const { message = '', code } = end.error ?? {};
    const error = end.error === undefined ? {} : { error: code === undefined ? { message } : { message, code } };
    this.#write({
      type: 'agent.step.completed',
      step: this.#step,
      finish_reason: end.reason,
      ...(discarded ? { discarded } : {}),
      ...(end.usage === undefined ? {} : { usage: end.usage }),
      duration_ms: Math.max(0, Math.round(now - this.#startedAt)),
      ...error,
    });
  }

  /** Everything that should be written by now, in order; nothing while it may still gather. */
  due(now: number): readonly EventDraft[] {
    const late = this.#pending.length > 0 && now >= this.#flushedAt + FLUSH_MS;
    if (!this.isFull && !late) return [];
    const pending = this.#pending;
    this.#pending = [];
    this.#units = 0;
    this.#urgent = false;
    this.#flushedAt = now;
    const last = pending.at(-1);
    const held = !this.#closed && last !== undefined && 'delta' in last ? halfOf(last.delta) : undefined;
    if (held !== undefined) this.#keep(held);
    return pending.flatMap((one) => {
      if ('draft' in one) return [one.draft];
      const cut = held !== undefined && one === last ? one.delta.text.slice(0, -1) : one.delta.text;
      return this.#deltaDraft({ ...one.delta, text: cut });
    });
  }

  #gather(delta: Delta): void {
    if (delta.text === '' && !('name' in delta)) return;
    if (!this.#offsets.has(delta.part)) {
      this.#offsets.set(delta.part, 0);
      this.#urgent = true;
    }
    const last = this.#pending.at(-1);
    if (last !== undefined && 'delta' in last && joins(last.delta, delta)) {
      this.#pending[this.#pending.length - 1] = { delta: { ...last.delta, text: last.delta.text + delta.text } };
      this.#units += delta.text.length;
      return;
    }
    this.#keep(delta);
  }

  #keep(delta: Delta): void {
    this.#pending.push({ delta });
    this.#units += delta.text.length;
  }

  #write(draft: EventDraft): void {
    this.#pending.push({ draft });
    this.#urgent = true;
  }

  #deltaDraft(delta: Delta): readonly EventDraft[] {
    const offset = this.#offsets.get(delta.part) ?? 0;
    const { part, text } = delta;
    this.#offsets.set(part, offset + text.length);
    const at = { step: this.#step, part, offset, text };
    switch (delta.type) {
      case 'text.delta':
        if (text === '') return [];
        return [{ type: 'agent.text.delta', ...at, ...(delta.phase === undefined ? {} : { phase: delta.phase }) }];
      case 'reasoning.delta':
        if (text === '') return [];
        return [{ type: 'agent.reasoning.delta', ...at }];
      case 'input.delta':
        return [{ type: 'agent.tool.input.delta', ...at, ...(delta.name === undefined ? {} : { name: delta.name }) }];
      default:
        return delta satisfies never;
    }
  }

  #calledDraft(call: Called): EventDraft {
    const { part, name, arguments: args } = call;
    return {
      type: 'agent.tool.called',
      step: this.#step,
      part,
      call: callId(this.#scope, this.#step, part),
      ...(call.providerId === undefined ? {} : { provider_id: call.providerId }),
      name,
      arguments: args,
      ...(call.runs === 'provider' ? { runs: 'provider' as const } : {}),
      ...(call.blob === undefined ? {} : { blob: call.blob }),
    };
  }

  #writeProvided(call: Called): void {
    if (call.providerId !== undefined) {
      const id = callId(this.#scope, this.#step, call.part);
      this.#provided.set(call.providerId, { step: this.#step, call: id, name: call.name });
    }
    this.#write(this.#calledDraft(call));
  }

  #writeResult(event: Extract<ModelEvent, { type: 'result' }>): void {
    const { part, providerId, outcome, parts, structured, blob } = event;
    const own = this.#provided.get(providerId);
    const earlier = own === undefined ? this.#awaited?.get(providerId) : undefined;
    const value = structured === undefined ? { parts } : { parts, structured };
    const place = own ?? earlier ?? { call: providerId };
    const completed: EventDraft = { type: 'agent.tool.completed', ...place, outcome, ...value };
    if (earlier === undefined) this.#write(completed);
    else this.#late.push(completed);
    (own === undefined ? this.#awaited : this.#provided)?.delete(providerId);
    if (blob !== undefined) {
      this.#write({ type: 'agent.part.completed', step: this.#step, part, kind: 'opaque', blob });
    }
  }

  /**
   * A provider that paused, or waits for our results, may still answer its own calls in a later step; otherwise no result
   * will come. What fails is asked for again, and with it what earlier steps wait for.
   */
  #giveUp(reason: ModelEnd['reason'], discarded: boolean): void {
    const waitsForUs = this.#awaited !== undefined && reason === 'tool_calls' && this.#calls.length > 0;
    if (reason === 'pause' || waitsForUs) return;
    const earlier = discarded ? [] : (this.#awaited?.values() ?? []);
    for (const call of [...earlier, ...this.#provided.values()]) {
      const error = { message: 'The provider returned no result.' };
      this.#write({ type: 'agent.tool.completed', ...call, outcome: 'interrupted', error });
    }
  }
}

function joins(before: Delta, after: Delta): boolean {
  if (before.type !== after.type || before.part !== after.part) return false;
  if (before.type === 'text.delta' && after.type === 'text.delta') return after.phase === before.phase;
  return after.type !== 'input.delta' || after.name === undefined;
}

/** Half a character at the end waits for its other half. */
function halfOf(delta: Delta): Delta | undefined {
  return isFirstHalf(delta.text.charCodeAt(delta.text.length - 1))
    ? { ...delta, text: delta.text.slice(-1) }
    : undefined;
}
