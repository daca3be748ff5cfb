import { aiSdkReader } from '@toolthread/core/adapters';
import type { AiSdkReader } from '@toolthread/core/adapters';
import type { EventDraft, ProviderBlob, Usage } from '@toolthread/core';
import type { ModelEvent } from '@toolthread/core/context';
import { fieldsOf, isJsonObject } from '@toolthread/core/json';
import { BROKEN_OFF, Decoder, endEvent } from '../../wire/decode/decoder.ts';
import type { DecodeOptions, Ending } from '../../wire/decode/decoder.ts';
import { DecodeContext } from '../../wire/decode/decode-context.ts';
import { failureOf } from './failure-of.ts';
import { RULES } from '../rules.ts';

type Drafted<Type extends EventDraft['type']> = Extract<EventDraft, { type: Type }>;
type Called = Drafted<'agent.tool.called'>;

interface HeldCall {
  readonly called: Called;
  /** The provider waits for this to be approved. */
  approval: string | undefined;
}

/**
 * The stream of one step of a `streamText` in, model events out. What its parts say, `aiSdkReader` knows; here it becomes a model's
 * response. The tools have no `execute`: a call is ours to answer, unless the provider ran it.
 */
export class FullStreamDecoder extends Decoder {
  readonly #context: DecodeContext;
  readonly #reader: AiSdkReader;
  /** Parts by their places in the reader's drafts: a result has a number here, and none there. */
  readonly #parts = new Map<string, number>();
  /** Calls that nobody has answered, by their places. */
  readonly #held = new Map<string, HeldCall>();
  readonly #places = new Map<string, string>();
  #finish: Ending | undefined;
  #usage: Usage | undefined;

  constructor(options: DecodeOptions) {
    super();
    this.#context = new DecodeContext(options, RULES);
    const { provider = RULES.provider, model = '' } = options;
    this.#reader = aiSdkReader({ provider, model });
  }

  protected read(frame: unknown): ModelEvent[] {
    const { type, error } = fieldsOf(frame);
    // Whether another attempt may help is in the error itself.
    if (type === 'error') return this.finish(failureOf(error));
    if (type === 'abort') return this.finish({ reason: 'aborted' });
    const events = this.#reader.push(frame).flatMap((draft) => this.#event(draft));
    return type === 'finish' ? [...events, ...this.finish(this.#finish)] : events;
  }

  protected finish(how: Ending = BROKEN_OFF): ModelEvent[] {
    const isWhole = how.reason === 'stop' || how.reason === 'tool_calls';
    const kept = [...this.#held.values()].flatMap(({ called, approval }): Extract<ModelEvent, { type: 'call' }>[] => {
      const isTheirs = called.runs === 'provider' && approval === undefined;
      if (isTheirs && (isWhole || how.reason === 'pause')) return [this.#call(called, 'provider', undefined)];
      return isWhole ? [this.#call(called, 'here', approval)] : [];
    });
    const isAsked = kept.some(({ runs }) => runs === 'here');
    const reason = isWhole ? (isAsked ? 'tool_calls' : 'stop') : how.reason;
    return [...kept, endEvent({ ...how, reason }, this.#usage)];
  }

  #event(draft: EventDraft): ModelEvent[] {
    switch (draft.type) {
      case 'agent.text.delta':
      case 'agent.reasoning.delta': {
        const { text } = draft;
        const part = this.#partOf(draft);
        if (draft.type === 'agent.reasoning.delta') return [{ type: 'reasoning.delta', part, text }];
        return [{ type: 'text.delta', part, text, ...(draft.phase === undefined ? {} : { phase: draft.phase }) }];
      }
      case 'agent.part.completed': {
        const { kind, phase, content, blob } = draft;
        const said = { ...(phase && { phase }), ...(content && { content }), ...(blob && { blob }) };
        return [{ type: 'part', part: this.#partOf(draft), kind, ...said }];
      }
      case 'agent.tool.input.delta': {
        const name = draft.name === undefined ? {} : { name: this.#context.nameOf(draft.name) };
        return [{ type: 'input.delta', part: this.#partOf(draft), text: draft.text, ...name }];
      }
      case 'agent.tool.called':
        this.#partOf(draft);
        this.#held.set(placeOf(draft), { called: draft, approval: undefined });
        if (draft.call !== undefined) this.#places.set(`${draft.step} ${draft.call}`, placeOf(draft));
        return [];
      case 'request.opened':
        this.#ask(draft);
        return [];
      case 'agent.tool.completed':
        return this.#settle(draft);
      case 'agent.step.completed': {
        const { finish_reason: reason, error } = draft;
        this.#finish = error === undefined ? { reason } : { reason, error: { ...error, retryable: true } };
        this.#usage = draft.usage ?? this.#usage;
        return [];
      }
      case 'agent.configured':
      case 'agent.continuation':
      case 'agent.status':
      case 'agent.step.retrying':
      case 'agent.step.started':
      case 'agent.tool.output.delta':
      case 'agent.tool.retrying':
      case 'agent.tool.started':
      case 'context.compacted':
      case 'event.purged':
      case 'event.withheld':
      case 'message.changed':
      case 'agent.chosen':
      case 'message.posted':
      case 'request.resolved':
      case 'run.retry.requested':
      case 'run.stop.requested':
      case 'scope.opened':
      case 'source.record':
      case 'thread.closed':
      case 'thread.created':
      case 'thread.renamed':
      case 'thread.rested':
      case 'thread.placed':
      case 'thread.rewound':
      case 'workspace.changed':
      case 'workspace.saved':
        return [];
      default:
        return draft satisfies never;
    }
  }

  /** Only the approvals that the provider waits for count. For other calls we ask the person ourselves. */
  #ask({ request, step, call }: Drafted<'request.opened'>): void {
    const held = this.#held.get(this.#places.get(`${step} ${call}`) ?? '');
    if (held?.called.runs === 'provider') held.approval = request;
  }

  /** The SDK fails a call that fits no tool; the answer to it is ours all the same. */
  #settle(draft: Drafted<'agent.tool.completed'>): ModelEvent[] {
    const { step = 0, part } = draft;
    const place = part === undefined ? this.#places.get(`${step} ${draft.call}`) : placeOf({ step, part });
    const held = place === undefined ? undefined : this.#held.get(place);
    const isTheirs = held?.called.runs === 'provider';
    // The provider may answer a call in a later step: whether it gives up on one is for the loop to say.
    const isGivenUp = draft.outcome === 'interrupted' || draft.outcome === 'lost';
    if (place === undefined || (held !== undefined && !isTheirs) || isGivenUp) return [];
    const called = held === undefined ? [] : [this.#call(held.called, 'provider', undefined)];
    this.#held.delete(place);
    const { outcome, parts = [], structured } = draft;
    const providerId = held === undefined ? (draft.call ?? '') : idOf(held.called);
    const result = { outcome, parts, ...(structured === undefined ? {} : { structured }) };
    return [...called, { type: 'result', part: this.#context.nextPart(), providerId, ...result }];
  }

  #call(
    called: Called,
    runs: 'here' | 'provider',
    approval: string | undefined,
  ): Extract<ModelEvent, { type: 'call' }> {
    const { call, name, arguments: args } = called;
    const blob = blobOf(called, approval);
    return {
      type: 'call',
      part: this.#partOf(called),
      ...(call === undefined && runs === 'here' ? {} : { providerId: idOf(called) }),
      name: this.#context.nameOf(name),
      arguments: args,
      runs,
      ...(blob === undefined ? {} : { blob }),
    };
  }

  #partOf(draft: { readonly step: number; readonly part: number }): number {
    const place = placeOf(draft);
    const part = this.#parts.get(place) ?? this.#context.nextPart();
    this.#parts.set(place, part);
    return part;
  }
}

function placeOf({ step, part }: { readonly step: number; readonly part: number }): string {
  return `${step}.${part}`;
}

function blobOf({ blob }: Called, approval: string | undefined): ProviderBlob | undefined {
  if (blob === undefined || approval === undefined || !isJsonObject(blob.data)) return blob;
  return { ...blob, data: { ...blob.data, approval } };
}

/** Some providers send empty ids, or one for several calls. */
function idOf({ call, part }: Called): string {
  return call ?? `call_${part}`;
}
