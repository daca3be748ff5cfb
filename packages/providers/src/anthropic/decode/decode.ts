/** Frames of a streamed response of `POST /v1/messages` into model events. */
import type { Usage } from '@toolthread/core';
import type { ModelEvent } from '@toolthread/core/context';
import { fieldsOf, isFields, listOf, textOf, wholeNumberOf } from '@toolthread/core/json';
import type { Fields } from '@toolthread/core/json';
import { checkedJson } from '../../wire/decode/checked-json.ts';
import { BROKEN_OFF, Decoder, endEvent } from '../../wire/decode/decoder.ts';
import type { DecodeOptions, Ending } from '../../wire/decode/decoder.ts';
import { endingOf } from '../../wire/transport/provider-error.ts';
import { DecodeContext } from '../../wire/decode/decode-context.ts';
import { argumentsOf, growOpaque, isWhole, openBlock, wholeBlock } from './open-block.ts';
import type { OpenBlock } from './open-block.ts';
import { readServerResult } from './read-server-result.ts';
import { sourceOf } from './source-of.ts';
import { endingFor } from './ending-for.ts';
import { usageAfter } from './usage-after.ts';
import { RULES } from '../rules.ts';

type Called = Extract<ModelEvent, { type: 'call' }>;

/**
 * Reads the events of one streamed response: `push` for each, then `end`.
 *
 * @example
 * const decoder = decode({ model: 'claude-opus-4-7' });
 * decoder.push({ type: 'message_start', message: { id: 'm1', usage: {} } });
 * decoder.push({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } });
 * decoder.push({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Hello' } }); //=> [{ type: 'text.delta', part: 0, text: 'Hello' }]
 * decoder.end().at(-1)?.type; //=> 'end'
 */
export function decode(options: DecodeOptions = {}): Decoder {
  return new AnthropicDecoder(options);
}

class AnthropicDecoder extends Decoder {
  readonly #context: DecodeContext;
  #open = new Map<number, OpenBlock>();
  #latest: OpenBlock | undefined;
  /** Completed parts and calls are held until the message ends: a second message in the stream would replace them. */
  #held: ModelEvent[] = [];
  #calls: { readonly call: Called; readonly isWhole: boolean }[] = [];
  #words: { readonly part: number; readonly kind: 'text' | 'reasoning' }[] = [];
  #sources = new Set<string>();
  #usage: Usage | undefined;
  #stop: Ending | undefined;
  #hasStarted = false;

  constructor(options: DecodeOptions) {
    super();
    this.#context = new DecodeContext(options, RULES);
  }

  protected read(frame: unknown): ModelEvent[] {
    if (!isFields(frame)) return [];
    switch (frame['type']) {
      case 'message_start':
        return this.#startMessage(fieldsOf(frame['message']));
      case 'content_block_start':
        return this.#startBlock(wholeNumberOf(frame['index']), fieldsOf(frame['content_block']));
      case 'content_block_delta':
        return this.#grow(wholeNumberOf(frame['index']), fieldsOf(frame['delta']));
      case 'content_block_stop':
        return this.#closeBlock(this.#find(wholeNumberOf(frame['index'])));
      case 'message_delta':
        this.#usage = usageAfter(this.#usage, frame['usage']);
        this.#stopped(fieldsOf(frame['delta']));
        return [];
      case 'message_stop':
        return this.finish(undefined);
      case 'error': {
        const { type, message } = fieldsOf(frame['error']);
        return this.finish(endingOf({ message: textOf(message) ?? 'The provider failed.', code: textOf(type) }));
      }
      default:
        return [];
    }
  }

  protected finish(how: Ending | undefined): ModelEvent[] {
    const ending = how ?? this.#stop ?? BROKEN_OFF;
    const closed = how === undefined && this.#stop !== undefined ? this.#closeAll() : [];
    const calls = this.#runnable(ending);
    const reason = ending.reason === 'stop' && calls.length > 0 ? 'tool_calls' : ending.reason;
    const kept = ending.reason === 'error' || ending.reason === 'overflow' ? [] : this.#held;
    return [...closed, ...kept, ...calls, endEvent({ ...ending, reason }, this.#usage)];
  }

  #startMessage(message: Fields): ModelEvent[] {
    const taken = this.#hasStarted ? this.#takeBack() : [];
    this.#hasStarted = true;
    this.#context.nameModel(message['model']);
    this.#usage = usageAfter(this.#usage, message['usage']);
    const whole = listOf(message['content']).flatMap((block) => {
      const begun = this.#startBlock(undefined, fieldsOf(block));
      return [...begun, ...this.#closeBlock(this.#latest)];
    });
    this.#stopped(message);
    return [...taken, ...whole];
  }

  /** A second message in one stream replaces the first: its text is taken back, and its calls do not count. */
  #takeBack(): ModelEvent[] {
    const unsaid = this.#words.map(({ part, kind }): ModelEvent => ({ type: 'part', part, kind, text: '' }));
    this.#open = new Map();
    this.#latest = undefined;
    this.#held = [];
    this.#calls = [];
    this.#words = [];
    this.#sources = new Set();
    this.#stop = undefined;
    return unsaid;
  }

  #stopped(delta: Fields): void {
    const reason = textOf(delta['stop_reason']);
    if (reason === undefined) return;
    this.#stop = endingFor(reason, delta['stop_details']);
    const container = textOf(fieldsOf(delta['container'])['id']);
    if (container !== undefined && this.#calls.length > 0) {
      this.#held.push({
        type: 'part',
        part: this.#context.nextPart(),
        kind: 'opaque',
        blob: this.#context.blob({ container }),
      });
    }
  }

  #startBlock(index: number | undefined, start: Fields): ModelEvent[] {
    const closed = index === undefined ? [] : this.#closeBlock(this.#open.get(index));
    const block = openBlock(this.#context.nextPart(), index, start);
    this.#latest = block;
    if (index !== undefined) this.#open.set(index, block);
    return [...closed, ...this.#begin(block)];
  }

  #begin(block: OpenBlock): ModelEvent[] {
    const { part, start } = block;
    switch (block.kind) {
      case 'text':
        this.#words.push({ part, kind: 'text' });
        return deltaOf('text.delta', part, start['text']);
      case 'thinking':
        this.#words.push({ part, kind: 'reasoning' });
        return deltaOf('reasoning.delta', part, start['thinking']);
      case 'call':
        return [{ type: 'input.delta', part, text: '', name: this.#nameIn(block) }];
      case 'opaque':
        return [];
      default:
        return block satisfies never;
    }
  }

  #grow(index: number | undefined, delta: Fields): ModelEvent[] {
    const block = this.#find(index);
    if (block === undefined) return [];
    switch (block.kind) {
      case 'text': {
        const citation = checkedJson(delta['citation']);
        if (delta['type'] === 'citations_delta' && citation !== undefined) block.citations.push(citation);
        return deltaOf('text.delta', block.part, delta['text']);
      }
      case 'thinking':
        block.signature = textOf(delta['signature']) ?? block.signature;
        return deltaOf('reasoning.delta', block.part, delta['thinking']);
      case 'call': {
        const text = textOf(delta['partial_json']) ?? '';
        block.json += text;
        return text === '' ? [] : [{ type: 'input.delta', part: block.part, text }];
      }
      case 'opaque':
        growOpaque(block, delta);
        return [];
      default:
        return block satisfies never;
    }
  }

  #closeBlock(block: OpenBlock | undefined): ModelEvent[] {
    if (block === undefined) return [];
    if (block.index !== undefined) this.#open.delete(block.index);
    if (this.#latest === block) this.#latest = undefined;
    switch (block.kind) {
      case 'text':
        this.#holdText(block);
        return [];
      case 'thinking': {
        const signed =
          block.signature === undefined || block.signature === ''
            ? {}
            : { blob: this.#context.blob({ signature: block.signature }) };
        this.#held.push({ type: 'part', part: block.part, kind: 'reasoning', ...signed });
        return [];
      }
      case 'call':
        return this.#closeCall(block);
      case 'opaque':
        return this.#closeOpaque(block);
      default:
        return block satisfies never;
    }
  }

  /** The message is complete, and so are the blocks that it did not close. */
  #closeAll(): ModelEvent[] {
    return [...this.#open.values()].flatMap((block) => this.#closeBlock(block));
  }

  #holdText({ part, citations }: Extract<OpenBlock, { kind: 'text' }>): void {
    const blob = citations.length === 0 ? {} : { blob: this.#context.blob({ citations }) };
    this.#held.push({ type: 'part', part, kind: 'text', ...blob });
    for (const citation of citations) {
      const content = sourceOf(citation);
      const key = content === undefined ? '' : (content.uri ?? content.name);
      if (content === undefined || this.#sources.has(key)) continue;
      this.#sources.add(key);
      this.#held.push({ type: 'part', part: this.#context.nextPart(), kind: 'source', content });
    }
  }

  #closeCall(block: Extract<OpenBlock, { kind: 'call' }>): ModelEvent[] {
    const { part, start, runs } = block;
    const id = textOf(start['id']);
    const caller = checkedJson(start['caller']);
    const server = checkedJson(start['server_name']);
    const extras = {
      ...(runs === 'provider' ? { type: textOf(start['type']) ?? '' } : {}),
      ...(caller === undefined ? {} : { caller }),
      ...(server === undefined ? {} : { server_name: server }),
    };
    const call: Called = {
      type: 'call',
      part,
      ...(id === undefined || id === '' ? {} : { providerId: id }),
      name: this.#nameIn(block),
      arguments: argumentsOf(block),
      runs,
      ...(Object.keys(extras).length === 0 ? {} : { blob: this.#context.blob(extras) }),
    };
    if (runs === 'provider') return [call];
    this.#calls.push({ call, isWhole: isWhole(block) });
    return [];
  }

  #closeOpaque(block: Extract<OpenBlock, { kind: 'opaque' }>): ModelEvent[] {
    const whole = wholeBlock(block);
    const providerId = textOf(block.start['tool_use_id']);
    const blob = whole === undefined ? {} : { blob: this.#context.blob(whole) };
    if (providerId !== undefined) {
      return [
        { type: 'result', part: block.part, providerId, ...readServerResult(fieldsOf(whole ?? block.start)), ...blob },
      ];
    }
    // Redacted thinking is thinking: it is left out of requests after the epoch ends.
    const kind = block.start['type'] === 'redacted_thinking' ? 'reasoning' : 'opaque';
    if (whole !== undefined) this.#held.push({ type: 'part', part: block.part, kind, ...blob });
    return [];
  }

  /** No call runs after a refusal or a failure. After `length` only calls with complete arguments count. */
  #runnable({ reason }: Ending): Called[] {
    const kept = reason === 'length' ? this.#calls.filter((held) => held.isWhole) : this.#calls;
    const counts = reason === 'stop' || reason === 'tool_calls' || reason === 'pause' || reason === 'length';
    return counts ? kept.map(({ call }) => call) : [];
  }

  #find(index: number | undefined): OpenBlock | undefined {
    return index === undefined ? this.#latest : this.#open.get(index);
  }

  #nameIn({ start, runs }: Extract<OpenBlock, { kind: 'call' }>): string {
    const name = textOf(start['name']) ?? '';
    return runs === 'here' ? this.#context.nameOf(name) : name;
  }
}

function deltaOf(type: 'text.delta' | 'reasoning.delta', part: number, text: unknown): ModelEvent[] {
  return typeof text === 'string' && text !== '' ? [{ type, part, text }] : [];
}
