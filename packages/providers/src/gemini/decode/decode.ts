/** Chunks of a streamed response of `streamGenerateContent` into model events. */
import type { ContentPart, Usage } from '@toolthread/core';
import type { ModelEvent } from '@toolthread/core/context';
import { fieldsOf, isFields, listOf, mediaKind, textOf } from '@toolthread/core/json';
import type { Fields, Json } from '@toolthread/core/json';
import { checkedJson } from '../../wire/decode/checked-json.ts';
import { BROKEN_OFF, Decoder, endEvent } from '../../wire/decode/decoder.ts';
import type { DecodeOptions, Ending } from '../../wire/decode/decoder.ts';
import { endingOf } from '../../wire/transport/provider-error.ts';
import { DecodeContext } from '../../wire/decode/decode-context.ts';
import { writtenArguments } from '../../wire/decode/written-arguments.ts';
import { blockedPrompt, endingFor } from './ending-for.ts';
import { PartialArguments } from './partial-arguments.ts';
import { serverEvent } from './server-event.ts';
import { usageOf } from './usage-of.ts';
import { RULES } from '../rules.ts';

type Called = Extract<ModelEvent, { type: 'call' }>;
type Words = { readonly part: number; readonly kind: 'text' | 'reasoning' };
interface PartialCall {
  readonly part: number;
  readonly start: Fields;
  readonly args: PartialArguments;
  signature: Json | undefined;
}

/**
 * Reads the chunks of one streamed response: `push` for each, then `end`.
 *
 * @example
 * const decoder = decode({ model: 'gemini-3-pro' });
 * decoder.push({ candidates: [{ content: { parts: [{ text: 'Hello' }] } }] }); //=> [{ type: 'text.delta', part: 0, text: 'Hello' }]
 * decoder.end().at(-1)?.type; //=> 'end'
 */
export function decode(options: DecodeOptions = {}): Decoder {
  return new GeminiDecoder(options);
}

class GeminiDecoder extends Decoder {
  readonly #context: DecodeContext;
  #words: Words | undefined;
  #partial: PartialCall | undefined;
  #calls: Called[] = [];
  #serverCall: string | undefined;
  #sources = new Map<string, ContentPart>();
  #usage: Usage | undefined;
  #finish: Ending | undefined;

  constructor(options: DecodeOptions) {
    super();
    this.#context = new DecodeContext(options, RULES);
  }

  protected read(frame: unknown): ModelEvent[] {
    if (!isFields(frame)) return [];
    if (isFields(frame['error'])) return this.finish(errorIn(frame['error']));
    this.#context.nameModel(frame['modelVersion']);
    this.#usage = usageOf(frame['usageMetadata']) ?? this.#usage;
    this.#finish ??= blockedPrompt(fieldsOf(frame['promptFeedback']));
    const candidate = fieldsOf(listOf(frame['candidates'])[0]);
    const events = listOf(fieldsOf(candidate['content'])['parts']).flatMap((part) => this.#take(fieldsOf(part)));
    this.#noteSources(fieldsOf(candidate['groundingMetadata']));
    const reason = textOf(candidate['finishReason']);
    if (reason !== undefined && reason !== 'FINISH_REASON_UNSPECIFIED') {
      this.#finish = endingFor(reason, textOf(candidate['finishMessage']));
    }
    return events;
  }

  /** The provider sends no last frame: chunks after the finish reason still count. */
  protected finish(how: Ending | undefined): ModelEvent[] {
    const ending = how ?? this.#finish ?? BROKEN_OFF;
    const counts = ending.reason === 'stop' || ending.reason === 'length';
    const calls = counts ? this.#calls : [];
    const reason = ending.reason === 'stop' && calls.length > 0 ? 'tool_calls' : ending.reason;
    return [...this.#close(), ...this.#sourceParts(), ...calls, endEvent({ ...ending, reason }, this.#usage)];
  }

  #take(data: Fields): ModelEvent[] {
    const signature = textOf(data['thoughtSignature']);
    if (typeof data['text'] === 'string') {
      return this.#say(data['thought'] === true ? 'reasoning' : 'text', data['text'], signature);
    }
    const closed = this.#close();
    if (isFields(data['functionCall'])) return [...closed, ...this.#call(data['functionCall'], signature)];
    if (isFields(data['inlineData'])) return [...closed, ...this.#file(data['inlineData'], signature)];
    return [...closed, ...this.#keep(data)];
  }

  /** A signature belongs to its own part: text before and after it is not joined to it. */
  #say(kind: Words['kind'], text: string, signature: string | undefined): ModelEvent[] {
    if (text === '' && signature === undefined) return [];
    const goesOn = signature === undefined && this.#words?.kind === kind ? this.#words : undefined;
    const closed = goesOn === undefined ? this.#close() : [];
    const words = goesOn ?? { part: this.#context.nextPart(), kind };
    const type = kind === 'text' ? 'text.delta' : 'reasoning.delta';
    const said: ModelEvent[] = text === '' ? [] : [{ type, part: words.part, text }];
    if (signature === undefined) {
      this.#words = words;
      return [...closed, ...said];
    }
    const blob = this.#context.blob({ thoughtSignature: signature });
    return [...closed, ...said, { type: 'part', part: words.part, kind, blob }];
  }

  #close(): ModelEvent[] {
    const words = this.#words;
    this.#words = undefined;
    return words === undefined ? [] : [{ type: 'part', ...words }];
  }

  #call(call: Fields, signature: string | undefined): ModelEvent[] {
    const streams = call['willContinue'] === true || Array.isArray(call['partialArgs']);
    const isNameless = (textOf(call['name']) ?? '') === '';
    const isNext = this.#partial !== undefined && isNameless;
    if (isNameless && !isNext && call['args'] === undefined) return [];
    if (streams || isNext) return this.#grow(call, isNext, signature);
    const part = this.#context.nextPart();
    const args = writtenArguments(call['args']);
    this.#hold(part, call, args, signature);
    return [{ type: 'input.delta', part, text: args, name: this.#nameIn(call) }];
  }

  /** A call in pieces. If another call begins before it is complete, it does not count. */
  #grow(call: Fields, isNext: boolean, signature: string | undefined): ModelEvent[] {
    const begun = isNext ? undefined : this.#context.nextPart();
    if (begun !== undefined) this.#partial = { part: begun, start: call, args: new PartialArguments(), signature };
    const partial = this.#partial;
    if (partial === undefined) return [];
    partial.signature ??= signature;
    for (const arg of listOf(call['partialArgs'])) partial.args.take(arg);
    const start: ModelEvent[] =
      begun === undefined ? [] : [{ type: 'input.delta', part: begun, text: '', name: this.#nameIn(call) }];
    if (call['willContinue'] === true) return start;
    this.#partial = undefined;
    const text = partial.args.text();
    this.#hold(partial.part, partial.start, text, textOf(partial.signature));
    return [...start, { type: 'input.delta', part: partial.part, text }];
  }

  #hold(part: number, call: Fields, args: string, signature: string | undefined): void {
    const id = textOf(call['id']);
    this.#calls.push({
      type: 'call',
      part,
      ...(id === undefined || id === '' ? {} : { providerId: id }),
      name: this.#nameIn(call),
      arguments: args,
      runs: 'here',
      ...(signature === undefined ? {} : { blob: this.#context.blob({ thoughtSignature: signature }) }),
    });
  }

  #file(inline: Fields, signature: string | undefined): ModelEvent[] {
    const mediaType = textOf(inline['mimeType']) ?? 'application/octet-stream';
    const content: ContentPart = {
      type: mediaKind(mediaType),
      media_type: mediaType,
      source: { kind: 'base64', data: textOf(inline['data']) ?? '' },
    };
    const blob = signature === undefined ? {} : { blob: this.#context.blob({ thoughtSignature: signature }) };
    return [{ type: 'part', part: this.#context.nextPart(), kind: 'file', content, ...blob }];
  }

  /** The provider's own tools, and parts of unknown type. */
  #keep(data: Fields): ModelEvent[] {
    const whole = checkedJson(data);
    if (whole === undefined || Object.keys(data).length === 0) return [];
    const part = this.#context.nextPart();
    const event = serverEvent(data, part, this.#serverCall, this.#context.blob(whole));
    if (event?.type === 'call') this.#serverCall = event.providerId;
    return [event ?? { type: 'part', part, kind: 'opaque', blob: this.#context.blob(whole) }];
  }

  #noteSources(grounding: Fields): void {
    for (const chunk of listOf(grounding['groundingChunks'])) {
      const { uri, title } = fieldsOf(fieldsOf(chunk)['web'] ?? fieldsOf(chunk)['retrievedContext']);
      const address = textOf(uri);
      if (address === undefined || this.#sources.has(address)) continue;
      this.#sources.set(address, { type: 'reference', name: textOf(title) ?? address, uri: address });
    }
  }

  #sourceParts(): ModelEvent[] {
    return Array.from(this.#sources.values(), (content) => ({
      type: 'part',
      part: this.#context.nextPart(),
      kind: 'source',
      content,
    }));
  }

  #nameIn(call: Fields): string {
    return this.#context.nameOf(textOf(call['name']) ?? '');
  }
}

function errorIn(error: Fields): Ending {
  const status = typeof error['code'] === 'number' ? error['code'] : undefined;
  return endingOf({
    message: textOf(error['message']) ?? 'The provider failed.',
    status,
    code: textOf(error['status']),
  });
}
