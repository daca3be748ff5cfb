import type { Usage } from '@toolthread/core';
import type { ModelEvent } from '@toolthread/core/context';
import { fieldsOf, isFields, listOf, textOf } from '@toolthread/core/json';
import type { Fields, Json } from '@toolthread/core/json';
import { BROKEN_OFF, Decoder, endEvent } from '../../wire/decode/decoder.ts';
import type { DecodeOptions, Ending } from '../../wire/decode/decoder.ts';
import { endingOf } from '../../wire/transport/provider-error.ts';
import { DecodeContext } from '../../wire/decode/decode-context.ts';
import { CallAssembly } from './call-assembly.ts';
import { reasonOf, usageOf } from './usage-of.ts';
import { REASONING_FIELDS } from '../encode/own-reasoning.ts';
import type { ReasoningBlob } from '../encode/own-reasoning.ts';
import { ReasoningDetails } from './reasoning-details.ts';
import { generatedImage, sourceIn, errorIn } from './source-in.ts';
import { RULES } from '../rules.ts';

/**
 * Reads the chunks of one streamed response: `push` for each, then `end`.
 *
 * @example
 * const decoder = decode({ model: 'gpt-5' });
 * decoder.push({ choices: [{ index: 0, delta: { content: 'Hello' } }] }); //=> [{ type: 'text.delta', part: 0, text: 'Hello' }]
 * decoder.end().at(-1)?.type; //=> 'end'
 */
export function decode(options: DecodeOptions = {}): Decoder {
  return new ChatDecoder(options);
}

type OpenPart =
  | { readonly kind: 'text'; readonly part: number }
  | { readonly kind: 'reasoning'; readonly part: number; field: ReasoningBlob['field']; details: ReasoningDetails };

class ChatDecoder extends Decoder {
  readonly #context: DecodeContext;
  readonly #calls = new CallAssembly();
  #open: OpenPart | undefined;
  #refusal: { readonly part: number; text: string } | undefined;
  #finish: string | undefined;
  #usage: Usage | undefined;

  constructor(options: DecodeOptions) {
    super();
    this.#context = new DecodeContext(options, { provider: 'openai', api: RULES.api, names: RULES.names });
  }

  protected read(frame: unknown): ModelEvent[] {
    if (frame === '[DONE]') return this.finish(undefined);
    const chunk = fieldsOf(frame);
    this.#context.nameModel(chunk['model']);
    const groq = fieldsOf(chunk['x_groq']);
    this.#usage = usageOf(chunk['usage']) ?? usageOf(groq['usage']) ?? this.#usage;
    const cause = errorIn(chunk['error'] ?? groq['error']);
    if (cause !== undefined) return this.finish(endingOf(cause));
    const choices = listOf(chunk['choices']).map(fieldsOf);
    const events = choices.filter(({ index }) => index === undefined || index === 0).flatMap((it) => this.#choice(it));
    // After the finish reason, a chunk with usage only is the last: some servers never close the connection.
    const isLast = this.#finish !== undefined && choices.length === 0 && isFields(chunk['usage']);
    return isLast ? [...events, ...this.finish(undefined)] : events;
  }

  protected finish(how: Ending | undefined): ModelEvent[] {
    if (how === undefined && this.#finish !== undefined) return this.#finished(this.#finish);
    return [...this.#refusalPart(), endEvent(how ?? BROKEN_OFF, this.#usage)];
  }

  #choice(choice: Fields): ModelEvent[] {
    const delta = fieldsOf(choice['delta'] ?? choice['message']);
    const events = [
      ...this.#reasoningIn(delta),
      ...this.#contentIn(delta['content']),
      ...this.#refusalIn(delta['refusal']),
      ...this.#callsIn(delta),
      ...listOf(delta['annotations']).flatMap((it) => this.#whole(sourceIn(it), 'source')),
      ...listOf(delta['images']).flatMap((it) => this.#whole(generatedImage(it), 'file')),
    ];
    const finish = textOf(choice['finish_reason']);
    if (finish !== undefined && finish !== '') this.#finish = finish;
    return events;
  }

  #reasoningIn(delta: Fields): ModelEvent[] {
    const field = REASONING_FIELDS.find((name) => typeof delta[name] === 'string' && delta[name] !== '');
    const details = listOf(delta['reasoning_details']);
    if (field === undefined && details.length === 0) return [];
    return this.#reason(textOf(delta[field ?? '']) ?? '', field ?? 'details', details);
  }

  #reason(text: string, field: ReasoningBlob['field'], details: readonly unknown[]): ModelEvent[] {
    const events = this.#open?.kind === 'reasoning' ? [] : this.#close();
    if (this.#open?.kind !== 'reasoning') {
      this.#open = { kind: 'reasoning', part: this.#context.nextPart(), field, details: new ReasoningDetails() };
    }
    if (this.#open.field === 'details') this.#open.field = field;
    for (const detail of details) this.#open.details.take(detail);
    return text === '' ? events : [...events, { type: 'reasoning.delta', part: this.#open.part, text }];
  }

  /** A text, or Mistral's list of texts and thoughts. */
  #contentIn(content: unknown): ModelEvent[] {
    if (typeof content === 'string') return content === '' ? [] : this.#say(content);
    return listOf(content).flatMap((item) => {
      const piece = fieldsOf(item);
      if (piece['type'] === 'text') return this.#contentIn(piece['text']);
      const thoughts = listOf(piece['thinking']).map((thought) => textOf(fieldsOf(thought)['text']) ?? '');
      return thoughts.flatMap((text) => (text === '' ? [] : this.#reason(text, 'content', [])));
    });
  }

  #say(text: string): ModelEvent[] {
    const events = this.#open?.kind === 'text' ? [] : this.#close();
    this.#open ??= { kind: 'text', part: this.#context.nextPart() };
    return [...events, { type: 'text.delta', part: this.#open.part, text }];
  }

  #refusalIn(refusal: unknown): ModelEvent[] {
    if (typeof refusal !== 'string' || refusal === '') return [];
    const events = this.#refusal === undefined ? this.#close() : [];
    this.#refusal ??= { part: this.#context.nextPart(), text: '' };
    this.#refusal.text += refusal;
    return events;
  }

  #callsIn(delta: Fields): ModelEvent[] {
    const pieces = [...listOf(delta['tool_calls']), delta['function_call']].filter(isFields);
    return pieces.flatMap((piece) => {
      const events = this.#close();
      const { call, text, name } = this.#calls.take(piece, () => this.#context.nextPart());
      const named = name === undefined ? {} : { name: this.#context.nameOf(name) };
      return [...events, { type: 'input.delta', part: call.part, text, ...named } as const];
    });
  }

  #whole(content: Extract<ModelEvent, { type: 'part' }>['content'], kind: 'source' | 'file'): ModelEvent[] {
    if (content === undefined) return [];
    return [...this.#close(), { type: 'part', part: this.#context.nextPart(), kind, content }];
  }

  /** The open part is complete: something else begins, or the response is finished. */
  #close(): ModelEvent[] {
    const open = this.#open;
    this.#open = undefined;
    if (open === undefined) return [];
    if (open.kind === 'text') return [{ type: 'part', part: open.part, kind: 'text' }];
    const { field, details } = open;
    const data: Json = { field, ...(details.list.length === 0 ? {} : { details: details.list }) };
    return [{ type: 'part', part: open.part, kind: 'reasoning', blob: this.#context.blob(data) }];
  }

  /** Calls are complete here and nowhere else, and only of a response that was not cut or filtered. */
  #finished(finish: string): ModelEvent[] {
    const events = [...this.#close(), ...this.#refusalPart()];
    const reason = reasonOf(finish);
    if (reason === 'error') {
      const error = { message: 'The provider ended the response with an error.', code: finish, retryable: true };
      return [...events, endEvent({ reason, error }, this.#usage)];
    }
    if (reason !== 'stop' && reason !== 'tool_calls') return [...events, endEvent({ reason }, this.#usage)];
    const calls = this.#calls.calls.map(({ part, id, name, arguments: args }): ModelEvent => {
      const named = id === '' ? {} : { providerId: id };
      return { type: 'call', part, ...named, name: this.#context.nameOf(name), arguments: args, runs: 'here' };
    });
    if (calls.length > 0) return [...events, ...calls, endEvent({ reason: 'tool_calls' }, this.#usage)];
    if (this.#refusal !== undefined) return [...events, endEvent({ reason: 'refusal' }, this.#usage)];
    return [...events, endEvent({ reason: reason === 'stop' ? 'stop' : 'unknown' }, this.#usage)];
  }

  /** A refusal has no deltas: its text comes with the end, for whatever reason the response ends. */
  #refusalPart(): ModelEvent[] {
    return this.#refusal === undefined ? [] : [{ type: 'part', kind: 'refusal', ...this.#refusal }];
  }
}
