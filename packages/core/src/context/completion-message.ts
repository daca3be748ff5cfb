import type { ContentPart, ProviderBlob } from '../ledger/content-part.ts';
import type { Phase } from '../ledger/ledger-event.ts';
import { isJsonObject } from '../ledger/json/json.ts';
import type { Json } from '../ledger/json/json.ts';
import { parsedJson } from '../ledger/json/parsed-json.ts';
import { savedMessage } from './saved-message.ts';

/** Who speaks in a message to a model. */
export type CompletionRole = 'system' | 'user' | 'assistant';

/** A call of a tool, in a message. */
export interface CallPart {
  readonly type: 'call';
  readonly id: string;
  readonly name: string;
  /** The exact bytes of the arguments. */
  readonly arguments: string;
  readonly runs: 'here' | 'provider';
  readonly blob?: ProviderBlob;
}

/** The result of a call, in a message. */
export interface ResultPart {
  readonly type: 'result';
  readonly callId: string;
  readonly name: string;
  readonly parts: readonly ContentPart[];
  readonly isError: boolean;
  /** `provider`: it is in the assistant's own message. */
  readonly runs: 'here' | 'provider';
  readonly blob?: ProviderBlob;
}

/** One ordered piece of a message to or from a model; `blob` is given back only to its maker. */
export type CompletionPart =
  | { readonly type: 'text'; readonly text: string; readonly phase?: Phase; readonly blob?: ProviderBlob }
  | { readonly type: 'reasoning'; readonly text: string; readonly blob?: ProviderBlob }
  | CallPart
  | ResultPart
  | { readonly type: 'content'; readonly content: ContentPart; readonly blob?: ProviderBlob }
  | { readonly type: 'refusal'; readonly text: string; readonly blob?: ProviderBlob }
  | { readonly type: 'opaque'; readonly blob: ProviderBlob };

/** Where a message came from, for whoever debugs a request. */
export type Provenance =
  | 'system'
  | 'user'
  | 'chat'
  | 'mixed'
  | 'tool-results'
  | 'tool-results-and-text'
  | 'assistant'
  | 'compaction';

/** A call and a result as flat values, for those who need no more. */
export interface ToolCallView {
  readonly id: string;
  readonly name: string;
  readonly parameters: { readonly [key: string]: Json };
}

/** A result as a flat value. */
export interface ToolResult {
  readonly toolCallId: string;
  readonly content: string;
  readonly isError: boolean;
}

/** A provider may keep everything up to the end of a message that has it. */
export interface CacheControl {
  readonly type: 'ephemeral';
}

/** What a model reads or wrote: ordered parts are the truth; `content`, `toolCalls` and `toolResults` are views of them. */
export interface CompletionMessage {
  readonly role: CompletionRole;
  readonly parts: readonly CompletionPart[];
  readonly cacheControl?: CacheControl;
  readonly provenance: Provenance;
  /** The last event of the ledger that speaks in it. */
  readonly seq?: number;
  readonly content: string;
  readonly toolCalls: readonly ToolCallView[];
  readonly toolResults: readonly ToolResult[];
}

/**
 * A message whose `content`, `toolCalls` and `toolResults` are read from its parts, so that they cannot disagree.
 *
 * @example
 * completionMessage('user', [{ type: 'text', text: 'Hello' }], 'user').content; //=> 'Hello'
 */
export function completionMessage(
  role: CompletionRole,
  parts: readonly CompletionPart[],
  provenance: Provenance,
  seq?: number,
  cacheControl?: CacheControl,
): CompletionMessage {
  return {
    ...savedMessage({ role, parts, provenance, seq, cacheControl }),
    get content(): string {
      return wordsOfParts(role, parts);
    },
    get toolCalls(): readonly ToolCallView[] {
      return parts.flatMap((part) =>
        part.type === 'call' ? [{ id: part.id, name: part.name, parameters: parametersOf(part.arguments) }] : [],
      );
    },
    get toolResults(): readonly ToolResult[] {
      return parts.flatMap((part) =>
        part.type === 'result'
          ? [{ toolCallId: part.callId, content: onlyText(part.parts), isError: part.isError }]
          : [],
      );
    },
  };
}

/**
 * The same message with other parts.
 *
 * @example
 * import { completionMessage } from '@toolthread/core/context';
 * const message = completionMessage('user', [{ type: 'text', text: 'Hello' }], 'user');
 * withParts(message, []).content; //=> ''
 */
export function withParts(message: CompletionMessage, parts: readonly CompletionPart[]): CompletionMessage {
  return completionMessage(message.role, parts, message.provenance, message.seq, message.cacheControl);
}

/** A model's own texts follow each other; what people said is joined by a blank line. */
function wordsOfParts(role: CompletionRole, parts: readonly CompletionPart[]): string {
  const texts = parts.flatMap((part) => {
    if (part.type === 'text') return [part.text];
    return part.type === 'content' && part.content.type === 'text' ? [part.content.text] : [];
  });
  return texts.join(role === 'assistant' ? '' : '\n\n');
}

/** Arguments as an object; what is no object is not thrown away but put under `input`. */
function parametersOf(text: string): { readonly [key: string]: Json } {
  if (text.trim() === '') return {};
  const parsed = parsedJson(text);
  const value = parsed === undefined ? text : parsed;
  return isJsonObject(value) ? value : { input: value };
}

/**
 * The texts among parts, one on a line; images and files are left out.
 *
 * @example
 * onlyText([{ type: 'text', text: 'a' }, { type: 'reference', name: 'Notes' }]); //=> 'a'
 */
export function onlyText(parts: readonly ContentPart[]): string {
  return parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
}
