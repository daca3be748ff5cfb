/** Makes model events of the items of one response. Calls that run here are held until the response is known to be complete. */
import type { ProviderBlob } from '@toolthread/core';
import type { ModelEvent } from '@toolthread/core/context';
import { fieldsOf, isJsonObject, listOf, textOf, wholeNumberOf } from '@toolthread/core/json';
import type { Fields, Json } from '@toolthread/core/json';
import { checkedJson } from '../../wire/decode/checked-json.ts';
import { sourceIn } from '../../openai-chat/decode/source-in.ts';
import type { DecodeContext } from '../../wire/decode/decode-context.ts';
import { KeyedQueue } from '../../wire/keyed-queue.ts';
import { clientCall } from '../client-call.ts';
import { hostedCall, hostedResult, OUTPUT_OF } from '../hosted-call.ts';
import type { HostedCall } from '../hosted-call.ts';
import { nameIn, openItem, reasoningText } from './open-item.ts';
import type { OpenContent, OpenItem } from './open-item.ts';
import { stamp } from '../stamp.ts';
import { phaseOf } from '@toolthread/core/events';

type Called = Extract<ModelEvent, { type: 'call' }>;
type OpenMessage = Extract<OpenItem, { kind: 'message' }>;

export class ItemReader {
  readonly #context: DecodeContext;
  readonly #calls: Called[] = [];
  /** Calls of the provider whose results come as items of their own. */
  readonly #unanswered = new KeyedQueue<string>();
  #reasoning: string | undefined;
  #refused = false;

  constructor(context: DecodeContext) {
    this.#context = context;
  }

  get refused(): boolean {
    return this.#refused;
  }

  /** The calls that run here, in their order. */
  calls(): readonly Called[] {
    return this.#calls.toSorted((a, b) => a.part - b.part);
  }

  open(item: Fields): [OpenItem, ModelEvent[]] {
    const open = openItem(item, () => this.#context.nextPart());
    const name = nameIn(item);
    if (open.kind !== 'call' || name === undefined || name === '') return [open, []];
    return [open, [{ type: 'input.delta', part: open.part, text: '', name: this.#context.nameOf(name) }]];
  }

  grow(open: OpenItem, type: string, frame: Fields): ModelEvent[] {
    const text = textOf(frame['delta']) ?? '';
    switch (open.kind) {
      case 'message':
        if (type === 'response.output_text.delta') return this.#say(open, frame, 'text', text);
        return type === 'response.refusal.delta' ? this.#say(open, frame, 'refusal', text) : [];
      case 'reasoning': {
        if (!/^response\.reasoning(_summary)?_text\.delta$/.test(type) || text === '') return [];
        const section = `${type} ${wholeNumberOf(frame['summary_index']) ?? wholeNumberOf(frame['content_index']) ?? 0}`;
        const gap = open.section === undefined || open.section === section ? '' : '\n\n';
        open.section = section;
        open.text += gap + text;
        return [{ type: 'reasoning.delta', part: open.part, text: gap + text }];
      }
      case 'call': {
        if (!/^response\.(function_call_arguments|custom_tool_call_input|mcp_call_arguments)\./.test(type)) return [];
        if (type.endsWith('.done')) {
          open.whole = textOf(frame['arguments']) ?? textOf(frame['input']) ?? open.text;
          return [];
        }
        open.text += text;
        return text === '' ? [] : [{ type: 'input.delta', part: open.part, text }];
      }
      case 'other':
        return [];
      default:
        return open satisfies never;
    }
  }

  close(open: OpenItem | undefined, item: Fields): ModelEvent[] {
    switch (item['type']) {
      case 'message':
        return this.#closeMessage(open?.kind === 'message' ? open : undefined, item);
      case 'reasoning': {
        const { part, text } = open?.kind === 'reasoning' ? open : { part: this.#context.nextPart(), text: '' };
        this.#reasoning = textOf(item['id']);
        const whole = text === '' ? reasoningText(item) : '';
        return [
          { type: 'part', part, kind: 'reasoning', ...(whole === '' ? {} : { text: whole }), ...this.#blob(item) },
        ];
      }
      default:
        return this.#closeOther(open?.kind === 'call' ? open : undefined, item);
    }
  }

  /** The response is over, and this item was never closed. Its text stays; a call counts only if its arguments are complete. */
  leave(open: OpenItem): ModelEvent[] {
    switch (open.kind) {
      case 'message':
        return this.#closeMessage(open, {});
      case 'reasoning':
        return [{ type: 'part', part: open.part, kind: 'reasoning' }];
      case 'call':
        if (open.whole === undefined) return [];
        // A call that the provider ran and did not close has no result.
        return this.#closeOther(
          open,
          clientCall(open.item) === undefined ? { ...open.item, status: 'incomplete' } : open.item,
        );
      case 'other':
        return [];
      default:
        return open satisfies never;
    }
  }

  #say(open: OpenMessage, frame: Fields, kind: OpenContent['kind'], text: string): ModelEvent[] {
    if (text === '') return [];
    const index = wholeNumberOf(frame['content_index']) ?? 0;
    const content = open.contents.get(index) ?? { part: this.#context.nextPart(), kind, text: '' };
    open.contents.set(index, content);
    content.text += text;
    if (content.kind === 'refusal') return [];
    const phase = open.phase === undefined ? {} : { phase: open.phase };
    return [{ type: 'text.delta', part: content.part, text, ...phase }];
  }

  #closeMessage(open: OpenMessage | undefined, item: Fields): ModelEvent[] {
    const contents = listOf(item['content']).map(fieldsOf);
    const phase = phaseOf(item['phase']) ?? open?.phase;
    const indexes = new Set([...contents.keys(), ...(open?.contents.keys() ?? [])]);
    return [...indexes].flatMap((index) => {
      const content = contents[index] ?? {};
      const final = textOf(content['refusal']) ?? textOf(content['text']);
      const kind = typeof content['refusal'] === 'string' ? 'refusal' : 'text';
      const begun = open?.contents.get(index);
      if (begun === undefined && (final ?? '') === '') return [];
      const said = begun ?? { part: this.#context.nextPart(), kind, text: '' };
      return this.#closeContent(said, final ?? said.text, item, content, phase);
    });
  }

  #closeContent(
    { part, kind, text }: OpenContent,
    final: string,
    item: Fields,
    content: Fields,
    phase: 'commentary' | 'answer' | undefined,
  ): ModelEvent[] {
    const annotations = listOf(content['annotations']);
    const { id, phase: wire } = item;
    const kept: Fields = {
      ...(typeof id === 'string' ? { id } : {}),
      ...(typeof wire === 'string' ? { phase: wire } : {}),
      ...(annotations.length === 0 ? {} : { annotations }),
    };
    const blob = typeof id === 'string' ? this.#blob(kept) : {};
    if (kind === 'refusal') {
      this.#refused = true;
      return [{ type: 'part', part, kind, text: final, ...blob }];
    }
    const replaced = final === text ? {} : { text: final };
    const phased = phase === undefined ? {} : { phase };
    return [{ type: 'part', part, kind, ...replaced, ...phased, ...blob }, ...this.#sources(annotations)];
  }

  #sources(annotations: readonly unknown[]): ModelEvent[] {
    const seen = new Set<string>();
    return annotations.flatMap((annotation): ModelEvent[] => {
      const filename = textOf(fieldsOf(annotation)['filename']);
      const content =
        sourceIn(annotation) ?? (filename === undefined ? undefined : { type: 'reference' as const, name: filename });
      const key = JSON.stringify(content);
      if (content === undefined || seen.has(key)) return [];
      seen.add(key);
      return [{ type: 'part', part: this.#context.nextPart(), kind: 'source', content }];
    });
  }

  #closeOther(open: Extract<OpenItem, { kind: 'call' }> | undefined, item: Fields): ModelEvent[] {
    const client = clientCall(item);
    if (client !== undefined) {
      const part = open?.part ?? this.#context.nextPart();
      const args = client.arguments === '' ? (open?.whole ?? open?.text ?? '') : client.arguments;
      if (item['status'] !== 'incomplete')
        this.#calls.push(this.#call(part, item, { ...client, arguments: args }, 'here'));
      return [];
    }
    const hosted = hostedCall(item);
    if (hosted !== undefined) return this.#ran(open?.part ?? this.#context.nextPart(), item, hosted);
    const result = hostedResult(item);
    const call = this.#answeredBy(item);
    if (result !== undefined && call !== undefined) {
      return [
        { type: 'result', part: this.#context.nextPart(), providerId: call, ...result, ...this.#blob(item, 'plain') },
      ];
    }
    const blob = this.#blob(item);
    return 'blob' in blob ? [{ type: 'part', part: this.#context.nextPart(), kind: 'opaque', ...blob }] : [];
  }

  #ran(part: number, item: Fields, { result, ...hosted }: HostedCall): ModelEvent[] {
    const call = this.#call(part, item, hosted, 'provider');
    const providerId = call.providerId ?? '';
    const output = OUTPUT_OF.get(textOf(item['type']) ?? '');
    if (output !== undefined) this.#unanswered.add(`${output} ${textOf(item['call_id']) ?? ''}`, providerId);
    return result === undefined
      ? [call]
      : [call, { type: 'result', part: this.#context.nextPart(), providerId, ...result }];
  }

  #answeredBy(item: Fields): string | undefined {
    return this.#unanswered.take(`${textOf(item['type']) ?? ''} ${textOf(item['call_id']) ?? ''}`);
  }

  #call(part: number, item: Fields, called: { name: string; arguments: string }, runs: Called['runs']): Called {
    const providerId = textOf(item['call_id']) ?? textOf(item['id']) ?? '';
    return {
      type: 'call',
      part,
      ...(providerId === '' && runs === 'here' ? {} : { providerId: providerId === '' ? `item_${part}` : providerId }),
      name: this.#context.nameOf(called.name),
      arguments: called.arguments,
      runs,
      ...this.#blob(restOf(item)),
    };
  }

  #blob(item: Fields, how: 'noted' | 'plain' = 'noted'): { readonly blob?: ProviderBlob } {
    const data: Json | undefined = checkedJson(item);
    if (data === undefined || !isJsonObject(data)) return {};
    const noted = how === 'plain' || item['type'] === 'reasoning' ? data : stamp(data, this.#reasoning);
    return { blob: this.#context.blob(noted) };
  }
}

/** The fields of a call that its event does not have. Other items go back whole. */
function restOf(item: Fields): Fields {
  if (item['type'] !== 'function_call' && item['type'] !== 'custom_tool_call') return item;
  const { call_id: _id, name: _name, arguments: _arguments, input: _input, ...rest } = item;
  return rest;
}
