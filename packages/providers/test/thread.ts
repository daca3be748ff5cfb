/** A thread as an agent would write it, in a few lines: one model at a time, every word in the ledger, every request a fold of it. */
import { foldAll } from '@toolthread/core';
import type { ContentPart, EventDraft, LedgerEvent, Outcome } from '@toolthread/core';
import { completionMessages } from '@toolthread/core/context';
import type {
  AbortSignalLike,
  CompletionMessage,
  Model,
  ModelEvent,
  ModelRequest,
  ToolSchema,
} from '@toolthread/core/context';

type End = Extract<ModelEvent, { type: 'end' }>;
export type Call = Extract<ModelEvent, { type: 'call' }> & { readonly call: string };

export interface Step {
  readonly end: End;
  readonly calls: readonly Call[];
  readonly events: readonly ModelEvent[];
  readonly text: string;
}

export const TOOLS: readonly ToolSchema[] = [
  {
    name: 'look',
    description: 'Looks somewhere.',
    parameters: { type: 'object', properties: { where: { type: 'string' } } },
  },
  { name: 'save file', description: 'Saves.', parameters: { type: 'object', properties: {} } },
];

export class Thread {
  readonly events: LedgerEvent[] = [];
  readonly #request: Omit<ModelRequest, 'messages'>;
  readonly #provided = new Map<string, { readonly step: number; readonly call: string }>();
  #step = 0;
  #model = '';

  constructor(request: Partial<Omit<ModelRequest, 'messages'>> = {}) {
    this.#request = { system: 'Be brief.', tools: TOOLS, ...request };
    this.#write({ type: 'thread.created' });
  }

  get messages(): readonly CompletionMessage[] {
    return completionMessages(foldAll(this.events));
  }

  say(text: string, ...more: readonly ContentPart[]): void {
    const parts = [{ type: 'text', text } as const, ...more];
    this.#write({ type: 'message.posted', author: '@human', parts, delivery: 'now' });
  }

  /** One request. What fails is discarded, as the loop does; calls are recorded only of a whole response. */
  async step(model: Model, signal: AbortSignalLike = new AbortController().signal): Promise<Step> {
    this.#configure(model);
    this.#step += 1;
    const step = this.#step;
    const request = { ...this.#request, messages: this.messages };
    this.#write({ type: 'agent.step.started', step, built_from: this.events.length });
    const events: ModelEvent[] = [];
    for await (const event of model.stream(request, signal)) events.push(event);
    const end = events.at(-1);
    if (end?.type !== 'end') throw new Error('a stream without an end');
    const calls: Call[] = [];
    const offsets = new Map<number, number>();
    for (const event of events) this.#record(event, step, offsets, calls);
    const discarded = end.reason === 'error' || end.reason === 'overflow';
    const recorded = discarded || end.reason === 'aborted' ? [] : calls;
    for (const call of recorded) this.#called(call, step);
    this.#write({ type: 'agent.step.completed', step, finish_reason: end.reason, discarded });
    const text = events.map((event) => (event.type === 'text.delta' ? event.text : '')).join('');
    return { end, calls: recorded, events, text };
  }

  answer(
    call: Call,
    text: string,
    more: { readonly outcome?: Outcome; readonly parts?: readonly ContentPart[] } = {},
  ): void {
    const parts = [{ type: 'text', text } as const, ...(more.parts ?? [])];
    const outcome = more.outcome ?? 'done';
    this.#write({ type: 'agent.tool.completed', step: this.#step, call: call.call, name: call.name, outcome, parts });
  }

  /** The summary stands for the first `replaces` events. */
  compact(summary: string, replaces: number): void {
    this.#write({ type: 'context.compacted', summary, replaces_to: replaces });
  }

  #configure({ provider, api, model }: Model): void {
    if (this.#model === `${provider} ${api} ${model}`) return;
    this.#model = `${provider} ${api} ${model}`;
    this.#write({ type: 'agent.configured', provider, api, model });
  }

  #record(event: ModelEvent, step: number, offsets: Map<number, number>, calls: Call[]): void {
    switch (event.type) {
      case 'text.delta':
      case 'reasoning.delta': {
        const { part, text } = event;
        const offset = offsets.get(part) ?? 0;
        offsets.set(part, offset + text.length);
        const type = event.type === 'text.delta' ? 'agent.text.delta' : 'agent.reasoning.delta';
        this.#write({ type, step, part, offset, text });
        return;
      }
      case 'part': {
        const { type: _type, ...part } = event;
        this.#write({ type: 'agent.part.completed', step, ...part });
        return;
      }
      case 'call': {
        const call = { ...event, call: `c${step}_${event.part}` };
        if (event.runs === 'here') calls.push(call);
        else this.#called(call, step);
        return;
      }
      case 'result': {
        const { part, providerId, outcome, parts, structured, blob } = event;
        const call = this.#provided.get(providerId) ?? { call: providerId };
        const value = structured === undefined ? { parts } : { parts, structured };
        this.#write({ type: 'agent.tool.completed', ...call, outcome, ...value });
        if (blob !== undefined) this.#write({ type: 'agent.part.completed', step, part, kind: 'opaque', blob });
        return;
      }
      case 'input.delta':
      case 'end':
        return;
      default:
        event satisfies never;
    }
  }

  #called({ type: _type, providerId, ...call }: Call, step: number): void {
    const id = providerId === undefined ? {} : { provider_id: providerId };
    this.#write({ type: 'agent.tool.called', step, ...call, ...id });
    if (call.runs === 'provider' && providerId !== undefined) this.#provided.set(providerId, { step, call: call.call });
  }

  #write(draft: EventDraft): void {
    const seq = this.events.length + 1;
    this.events.push({ v: 1, thread: 't', seq, at: seq, ...draft });
  }
}
