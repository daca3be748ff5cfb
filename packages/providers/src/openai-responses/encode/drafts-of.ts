import type { Phase } from '@toolthread/core';
import type { CompletionMessage, CallPart, CompletionPart } from '@toolthread/core/context';
import { isFields, listOf, textOf } from '@toolthread/core/json';
import type { JsonObject } from '@toolthread/core/json';
import { serverCallText } from '../../wire/text/server-call-text.ts';
import { argumentsText } from '../../wire/encode/arguments-text.ts';
import { generatedText } from '../../wire/text/generated-text.ts';
import { ownData } from '../../wire/encode/model-id.ts';
import type { ModelId } from '../../wire/encode/model-id.ts';
import { wireId } from '../../wire/encode/wire-id.ts';
import { wireName } from '../../wire/encode/wire-name.ts';
import { isClientItem } from '../client-call.ts';
import type { Draft } from './draft.ts';
import { hostedDrafts } from './hosted-drafts.ts';
import { reasoningItem } from './reasoning-item.ts';
import { stamped } from '../stamp.ts';
import { RULES } from '../rules.ts';
import { itemId } from '../item.ts';
import type { Item } from '../item.ts';

type WordsDraft = Extract<Draft, { kind: 'words' }>;

/** The model's turn in pieces, in their order. */
export function draftsOf(message: CompletionMessage, target: ModelId): readonly Draft[] {
  const hosted = hostedDrafts(message, target);
  const drafts: Draft[] = [];
  for (const part of message.parts) {
    switch (part.type) {
      case 'text':
      case 'refusal':
        say(drafts, wordsDraft(part, target));
        break;
      case 'reasoning':
        drafts.push({ kind: 'reasoning', item: reasoningItem(part, target) });
        break;
      case 'call':
        if (part.runs === 'here') drafts.push(callDraft(part, target));
        else drafts.push(hosted.get(part) ?? { kind: 'note', text: serverCallText(part, message) });
        break;
      case 'result':
      case 'opaque': {
        const draft = hosted.get(part);
        if (draft !== undefined) drafts.push(draft);
        break;
      }
      case 'content': {
        const text = generatedText(part.content);
        if (text === undefined) break;
        if (part.content.type === 'text') say(drafts, wordsOf(text));
        else drafts.push({ kind: 'note', text });
        break;
      }
      default:
        part satisfies never;
    }
  }
  return drafts.filter((draft) => draft.kind !== 'words' || draft.content.some(hasWords));
}

/** Texts of one message of the service stay one message. Texts without an id are joined. */
function say(drafts: Draft[], words: WordsDraft): void {
  const last = drafts.at(-1);
  if (last?.kind !== 'words' || last.id !== words.id || last.phase !== words.phase) {
    drafts.push(words);
    return;
  }
  for (const piece of words.content) {
    const before = last.content.at(-1);
    const isOne = words.id === undefined && before?.type === 'output_text' && piece.type === 'output_text';
    const text = `${textOf(before?.['text']) ?? ''}${textOf(piece['text']) ?? ''}`;
    if (isOne) last.content[last.content.length - 1] = { ...before, text };
    else last.content.push(piece);
  }
}

/** The service refuses blank texts. */
export function hasWords(piece: Item): boolean {
  return (textOf(piece['text']) ?? textOf(piece['refusal']) ?? '').trim() !== '';
}

function wordsDraft(part: Extract<CompletionPart, { type: 'text' | 'refusal' }>, target: ModelId): WordsDraft {
  const own = ownData(part.blob, target);
  const { after } = stamped(own ?? {});
  const text = part.text.toWellFormed();
  const content: Item =
    part.type === 'refusal' ? { type: 'refusal', refusal: text } : { type: 'output_text', text, ...annotationsIn(own) };
  return { kind: 'words', id: itemId(own, 'msg'), after, phase: phaseFor(part, own), content: [content] };
}

/** A phase goes back only to the model that gave it. */
function phaseFor(part: CompletionPart, own: JsonObject | undefined): Phase | undefined {
  if (part.type !== 'text' || (part.blob !== undefined && own === undefined)) return undefined;
  return part.phase;
}

function annotationsIn(own: JsonObject | undefined): { readonly annotations?: readonly JsonObject[] } {
  const annotations = listOf(own?.['annotations']).filter(isAnnotation);
  return annotations.length === 0 ? {} : { annotations };
}

function isAnnotation(value: unknown): value is JsonObject {
  return isFields(value) && typeof value['type'] === 'string';
}

function wordsOf(text: string): WordsDraft {
  const content: Item = { type: 'output_text', text };
  return { kind: 'words', id: undefined, after: undefined, phase: undefined, content: [content] };
}

function callDraft(call: CallPart, target: ModelId): Draft {
  const { item, after } = stamped(ownData(call.blob, target) ?? {});
  const call_id = wireId(call.id, RULES.ids);
  const name = wireName(call.name, RULES.names);
  if (item['type'] === 'custom_tool_call') {
    const custom: Item = { ...item, type: 'custom_tool_call', call_id, name, input: call.arguments.toWellFormed() };
    return { kind: 'call', item: custom, after };
  }
  if (isClientItem(item)) {
    return { kind: 'call', item: item.type === 'mcp_approval_request' ? item : { ...item, call_id }, after };
  }
  const isFunction = item['type'] === undefined || item['type'] === 'function_call';
  const { id: _id, ...extras } = isFunction ? item : {};
  const id = itemId(item, 'fc');
  const named = id === undefined ? {} : { id };
  return {
    kind: 'call',
    item: { ...extras, type: 'function_call', ...named, call_id, name, arguments: argumentsText(call.arguments) },
    after,
  };
}
