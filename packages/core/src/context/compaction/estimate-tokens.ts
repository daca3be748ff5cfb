/** Tokens without a tokenizer: the provider's last count, and an estimate of what came since. */
import type { ContentPart, Usage } from '../../ledger/content-part.ts';
import { fieldsOf, numberOf } from '../../ledger/json/fields.ts';
import type { Json } from '../../ledger/json/json.ts';
import { moreCharacters } from '../../text/amounts/format-size.ts';
import { isFirstHalf } from '../../ledger/json/is-first-half.ts';
import type { CompletionMessage, CompletionPart } from '../completion-message.ts';

/** Providers charge images by area, not by their bytes. */
const TOKENS_AN_IMAGE = 1_600;
const TOKENS_A_MESSAGE = 4;

/**
 * About how many tokens messages have, rather too many than too few.
 *
 * @example
 * import { completionMessages } from '@toolthread/core/context';
 * estimateTokens(completionMessages(exampleState)) > 20; //=> true
 */
export function estimateTokens(messages: readonly CompletionMessage[]): number {
  return messages.reduce((sum, message) => sum + messageTokens(message), 0);
}

/** `messageTokens(messages[0])` */
export function messageTokens({ parts }: CompletionMessage): number {
  return parts.reduce((sum, part) => sum + partTokens(part), TOKENS_A_MESSAGE);
}

/** A quarter for a sign of ASCII, a half for other alphabets, a whole for the rest. `textTokens('hello')` */
export function textTokens(text: string): number {
  let quarters = 0;
  for (let at = 0; at < text.length; at += 1) quarters += quartersOf(text.charCodeAt(at));
  return Math.ceil(quarters / 4);
}

/** The beginning of a text that has at most so many tokens, in whole characters. `cutToTokens(log, 500)` */
export function cutToTokens(text: string, tokens: number): string {
  let quarters = 0;
  for (let at = 0; at < text.length; at += 1) {
    quarters += quartersOf(text.charCodeAt(at));
    if (quarters <= 4 * tokens) continue;
    const end = wholeCharacters(text, at);
    return text.slice(0, end) + moreCharacters(text.length - end);
  }
  return text;
}

function wholeCharacters(text: string, end: number): number {
  return isFirstHalf(text.charCodeAt(end - 1)) ? end - 1 : end;
}

function quartersOf(unit: number): number {
  if (unit < 0x80) return 1;
  return unit < 0x2e80 ? 2 : 4;
}

/**
 * What a request and its answer took together: the size of the history after that answer.
 *
 * @example
 * usedTokens({ input_tokens: 600, output_tokens: 50 }); //=> 650
 */
export function usedTokens(usage: Usage): number {
  const {
    input_tokens: read,
    output_tokens: written,
    cache_read_tokens: cached,
    cache_write_tokens: kept,
  } = fieldsOf(usage);
  return [read, written, cached, kept].reduce<number>((sum, each) => sum + Math.max(0, numberOf(each) ?? 0), 0);
}

export function partTokens(part: CompletionPart): number {
  switch (part.type) {
    case 'text':
    case 'refusal':
      return textTokens(part.text);
    case 'reasoning':
      return textTokens(part.text) + blobTokens(part);
    case 'call':
      return textTokens(part.name) + textTokens(part.arguments);
    case 'result':
      return TOKENS_A_MESSAGE + Math.max(resultTokens(part.parts), blobTokens(part));
    case 'content':
      return contentTokens(part.content);
    case 'opaque':
      return blobTokens(part);
    default:
      return part satisfies never;
  }
}

function resultTokens(parts: readonly ContentPart[]): number {
  return parts.reduce((sum, content) => sum + contentTokens(content), 0);
}

function contentTokens(content: ContentPart): number {
  switch (content.type) {
    case 'text':
      return textTokens(content.text);
    case 'image':
      return TOKENS_AN_IMAGE;
    case 'file':
      return content.source.kind === 'base64' ? Math.ceil(content.source.data.length / 4) : TOKENS_AN_IMAGE;
    case 'reference':
      return textTokens(content.name);
    default:
      return content satisfies never;
  }
}

function blobTokens({ blob }: { readonly blob?: { readonly data: Json } }): number {
  return blob === undefined ? 0 : Math.ceil(lengthOf(blob.data) / 4);
}

/** About as long as its JSON. Without recursion: blobs come from outside, as deep as they like. */
function lengthOf(data: Json): number {
  let length = 0;
  const waiting: Json[] = [data];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    length += typeof value === 'string' ? value.length + 2 : 4;
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, item] of Object.entries(value)) {
      length += key.length + 3;
      waiting.push(item);
    }
  }
  return length;
}
