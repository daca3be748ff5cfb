import type { ContentPart, Outcome, Phase, ProviderBlob, Usage } from '@toolthread/core';
import type { ModelEvent } from '@toolthread/core/context';
import { fieldsOf, isFields, textOf } from '@toolthread/core/json';
import type { Fields, Json, JsonObject } from '@toolthread/core/json';
import { jsonOf } from '../../wire/decode/json-of.ts';
import { BROKEN_OFF, Decoder, endEvent } from '../../wire/decode/decoder.ts';
import type { DecodeOptions, Ending } from '../../wire/decode/decoder.ts';
import { DecodeContext } from '../../wire/decode/decode-context.ts';
import { fileOf, messageOf, sourceOf } from './file-of.ts';
import { HeldCalls } from './held-calls.ts';
import type { HeldCall } from './held-calls.ts';
import { metadataOf, phaseIn } from './metadata-of.ts';
import { endingFor, failureOf, usageOf } from './ending-for.ts';
import { plainJson } from './plain-json.ts';
import { toolOutput } from './tool-output.ts';
import { RULES } from '../rules.ts';

interface OpenText {
  readonly kind: 'text' | 'reasoning';
  readonly part: number;
  readonly phase: Phase | undefined;
  metadata: JsonObject | undefined;
}

/**
 * The parts of a `fullStream` in, model events out. The SDK may run tools itself and take further steps: a call is ours to answer
 * only if the stream has ended and nobody has answered it.
 */
export class FullStreamDecoder extends Decoder {
  readonly #context: DecodeContext;
  readonly #texts = new Map<string, OpenText>();
  readonly #calls: HeldCalls;
  #finish: Ending | undefined;
  #usage: Usage | undefined;

  constructor(options: DecodeOptions) {
    super();
    this.#context = new DecodeContext(options, RULES);
    this.#calls = new HeldCalls(() => this.#context.nextPart());
  }

  protected read(frame: unknown): ModelEvent[] {
    if (!isFields(frame)) return [];
    const id = textOf(frame['id']) ?? textOf(frame['toolCallId']) ?? '';
    switch (frame['type']) {
      case 'text-start':
      case 'reasoning-start':
        this.#begin(id, frame);
        return [];
      case 'text-delta':
      case 'reasoning-delta':
        return this.#say(id, frame);
      case 'text-end':
      case 'reasoning-end':
        return this.#close(id, frame);
      case 'tool-input-start':
        return [this.#input(this.#calls.at(id), '', textOf(frame['toolName']))];
      case 'tool-input-delta':
        return this.#grow(id, textOf(frame['delta']) ?? '');
      case 'tool-call':
        this.#calls.take(id, frame);
        return [];
      case 'tool-approval-request':
        this.#calls.ask(frame);
        return [];
      case 'tool-result':
        // A preliminary result is replaced by the next.
        return frame['preliminary'] === true ? [] : this.#settle(id, 'done', toolOutput(frame['output']), frame);
      case 'tool-error':
        return this.#failed(id, frame);
      case 'tool-output-denied':
        return this.#settle(id, 'denied', { parts: [] }, frame);
      case 'source':
        return this.#whole(sourceOf(frame), 'source');
      case 'file':
        return this.#whole(fileOf(fieldsOf(frame['file'])), 'file');
      case 'custom':
      case 'reasoning-file':
        return this.#opaque(frame);
      case 'start-step':
        return this.#nextStep();
      case 'finish-step':
        this.#finish = endingFor(frame['finishReason'], frame['rawFinishReason']);
        this.#usage = usageOf(frame['usage']) ?? this.#usage;
        return [];
      case 'finish':
        this.#usage = usageOf(frame['totalUsage']) ?? this.#usage;
        return this.finish(this.#finish ?? endingFor(frame['finishReason'], frame['rawFinishReason']));
      case 'abort':
        return this.finish({ reason: 'aborted' });
      case 'error':
        return this.finish(failureOf(frame['error']));
      default:
        return [];
    }
  }

  protected finish(how: Ending = BROKEN_OFF): ModelEvent[] {
    const isWhole = how.reason === 'stop' || how.reason === 'tool_calls';
    const kept = this.#calls.open().flatMap((call): Extract<ModelEvent, { type: 'call' }>[] => {
      const isTheirs = call.ran === 'provider' && call.approval === undefined;
      if (isTheirs && (isWhole || how.reason === 'pause')) return [this.#call(call, 'provider')];
      return isWhole ? [this.#call(call, 'here')] : [];
    });
    const isAsked = kept.some(({ runs }) => runs === 'here');
    const reason = isWhole ? (isAsked ? 'tool_calls' : 'stop') : how.reason;
    return [...kept, endEvent({ ...how, reason }, this.#usage)];
  }

  #begin(id: string, frame: Fields): OpenText {
    const kind = textOf(frame['type'])?.startsWith('reasoning') === true ? 'reasoning' : 'text';
    const metadata = metadataOf(frame);
    const open: OpenText = { kind, part: this.#context.nextPart(), phase: phaseIn(metadata), metadata };
    this.#texts.set(id, open);
    return open;
  }

  #say(id: string, frame: Fields): ModelEvent[] {
    const open = this.#texts.get(id) ?? this.#begin(id, frame);
    open.metadata = metadataOf(frame) ?? open.metadata;
    const text = textOf(frame['text']) ?? '';
    if (text === '') return [];
    if (open.kind === 'reasoning') return [{ type: 'reasoning.delta', part: open.part, text }];
    return [{ type: 'text.delta', part: open.part, text, ...(open.phase === undefined ? {} : { phase: open.phase }) }];
  }

  #close(id: string, frame: Fields): ModelEvent[] {
    const open = this.#texts.get(id);
    if (open === undefined) return [];
    this.#texts.delete(id);
    const { part, kind } = open;
    const metadata = metadataOf(frame) ?? open.metadata;
    const phase = phaseIn(metadata) ?? open.phase;
    const blob = metadata === undefined ? {} : { blob: this.#context.blob({ metadata }) };
    return [{ type: 'part', part, kind, ...(phase === undefined ? {} : { phase }), ...blob }];
  }

  #grow(id: string, text: string): ModelEvent[] {
    if (text === '') return [];
    const call = this.#calls.at(id);
    if (call.isCalled) return [];
    call.arguments += text;
    return [this.#input(call, text, undefined)];
  }

  #input({ part }: HeldCall, text: string, name: string | undefined): ModelEvent {
    return { type: 'input.delta', part, text, ...(name === undefined ? {} : { name: this.#context.nameOf(name) }) };
  }

  /** The error of an invalid call comes at once. Whether the SDK answers the call itself is known only when it takes another step. */
  #failed(id: string, frame: Fields): ModelEvent[] {
    const parts: ContentPart[] = [{ type: 'text', text: messageOf(frame['error']) }];
    const call = this.#calls.find(id);
    if (call?.isInvalid !== true) return this.#settle(id, 'failed', { parts }, frame);
    call.failure = parts;
    return [];
  }

  #settle(
    id: string,
    outcome: Outcome,
    result: { readonly parts: readonly ContentPart[]; readonly structured?: Json },
    frame: Fields,
  ): ModelEvent[] {
    const held = this.#calls.find(id);
    const call = held === undefined ? [] : [this.#call(this.#calls.settle(held), 'provider')];
    const known = held ?? this.#calls.settled(id);
    const providerId = known === undefined ? id : idOf(known);
    const blob = known?.ran === 'provider' ? this.#resultBlob(id, frame) : {};
    return [...call, { type: 'result', part: this.#context.nextPart(), providerId, outcome, ...result, ...blob }];
  }

  /** A result of the provider's own tool goes back unchanged, not as text. */
  #resultBlob(id: string, frame: Fields): { readonly blob?: ProviderBlob } {
    const output = plainJson(frame['output']);
    if (output === undefined) return {};
    const metadata = metadataOf(frame);
    return {
      blob: this.#context.blob({ type: 'tool-result', id, output, ...(metadata === undefined ? {} : { metadata }) }),
    };
  }

  /** The SDK took another step: it has answered the invalid calls itself. */
  #nextStep(): ModelEvent[] {
    const left = this.#calls.open().filter(({ ran }) => ran === 'sdk');
    this.#calls.nextStep();
    this.#texts.clear();
    return left.flatMap((call): ModelEvent[] => {
      const outcome = call.failure === undefined ? 'lost' : 'failed';
      const parts = call.failure ?? [];
      return [
        this.#call(call, 'provider'),
        { type: 'result', part: this.#context.nextPart(), providerId: idOf(call), outcome, parts },
      ];
    });
  }

  #call(call: HeldCall, runs: 'here' | 'provider'): Extract<ModelEvent, { type: 'call' }> {
    const { part, id, name, metadata, approval, ran } = call;
    const data: JsonObject = {
      ...(runs === 'provider' || approval !== undefined ? { ran } : {}),
      ...(approval === undefined ? {} : { approval }),
      ...(metadata === undefined ? {} : { metadata }),
    };
    return {
      type: 'call',
      part,
      ...(id === '' && runs === 'here' ? {} : { providerId: idOf(call) }),
      name: this.#context.nameOf(name),
      arguments: call.arguments,
      runs,
      ...(Object.keys(data).length === 0 ? {} : { blob: this.#context.blob(data) }),
    };
  }

  #whole(content: ContentPart | undefined, kind: 'source' | 'file'): ModelEvent[] {
    return content === undefined ? [] : [{ type: 'part', part: this.#context.nextPart(), kind, content }];
  }

  #opaque(frame: Fields): ModelEvent[] {
    const { mediaType, base64 } = fieldsOf(frame['file']);
    const given = Object.entries({
      type: frame['type'],
      kind: frame['kind'],
      mediaType,
      base64,
      metadata: metadataOf(frame),
    });
    const data = jsonOf(Object.fromEntries(given.filter(([, value]) => value !== undefined)));
    if (data === undefined) return [];
    return [{ type: 'part', part: this.#context.nextPart(), kind: 'opaque', blob: this.#context.blob(data) }];
  }
}

/** Some providers send empty ids. */
function idOf({ id, part }: HeldCall): string {
  return id === '' ? `call_${part}` : id;
}
