/** One element of a list that claims to hold messages. Whatever JSON it is, it is read or refused with a reason. */
import { asJson } from '../foreign/as-json.ts';
import { readContinuation } from '../foreign/continuation-event.ts';
import { filledTextOf, isFields, listOf, numberOf, textOf } from '../../ledger/json/fields.ts';
import type { Fields } from '../../ledger/json/fields.ts';
import { isEphemeral } from '../is-answer.ts';
import { parseIsoTime } from '../iso-time.ts';
import { jsonText } from '../foreign/json-text.ts';
import type { ContinuationInfo } from '../message.ts';
import type { ContentPart } from '../../ledger/content-part.ts';
import { partsWithImage } from '../foreign/content-parts.ts';
import type { ToolEnding } from '../foreign/tool-ending.ts';

interface Common {
  readonly id: string | undefined;
  readonly content: string;
  /** All its parts in order, if it is not only words. */
  readonly parts: readonly ContentPart[] | undefined;
  readonly at: number | undefined;
}

export interface ReadCall {
  readonly id: string | undefined;
  readonly name: string;
  /** JSON text; empty if the source does not give the arguments. */
  readonly arguments: string;
  readonly argsSummary: string | undefined;
}

export interface ReadResult extends Common {
  readonly kind: 'result';
  readonly callId: string | undefined;
  readonly toolName: string | undefined;
  readonly ending: ToolEnding;
}

export interface ReadAssistant extends Common {
  readonly kind: 'assistant';
  readonly calls: readonly ReadCall[];
  /** What had to be left out or made up. */
  readonly flaw: string | undefined;
}

export type ReadMessage =
  | (Common & { readonly kind: 'user' })
  | ReadAssistant
  | ReadResult
  | (Common & { readonly kind: 'error' })
  | (Common & { readonly kind: 'notice' })
  | (Common & { readonly kind: 'continuation'; readonly continuation: ContinuationInfo })
  | { readonly kind: 'ephemeral' }
  | { readonly kind: 'malformed'; readonly reason: string; readonly raw: string };

export function readMessage(value: unknown): ReadMessage {
  if (!isFields(value)) return malformed(value, 'not_an_object');
  const { role, content: said } = value;
  // Some back ends write null if the assistant said nothing, and a list of texts where others write one.
  const parts = partsWithImage(said);
  const content = parts === undefined ? joinedTexts(said ?? '') : wordsIn(parts);
  if (typeof content !== 'string') return malformed(value, 'content_is_no_text');
  const at = typeof value['timestamp'] === 'string' ? parseIsoTime(value['timestamp']) : undefined;
  const common: Common = { id: filledTextOf(value['id']), content, parts, at };
  const metadata = isFields(value['metadata']) ? value['metadata'] : {};
  switch (role) {
    case 'user':
      return { kind: 'user', ...common };
    case 'assistant':
      return { kind: 'assistant', ...common, ...readCalls(metadata['tool_calls']) };
    case 'tool':
      return readResult(common, metadata);
    case 'status':
      return readStatus(value, common, metadata);
    default:
      return malformed(value, 'unknown_role');
  }
}

/** A list of texts only is one text. Everything else is not changed. */
function joinedTexts(said: unknown): unknown {
  const texts = listOf(said).map((part) =>
    isFields(part) && part['type'] === 'text' ? textOf(part['text']) : undefined,
  );
  return texts.length > 0 && texts.every((text) => text !== undefined) ? texts.join('\n\n') : said;
}

function wordsIn(parts: readonly ContentPart[]): string {
  return parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n\n');
}

/** What a person posted. */
export function postedParts({ content, parts }: Pick<Common, 'content' | 'parts'>): readonly ContentPart[] {
  return parts ?? [{ type: 'text', text: content }];
}

function readCalls(value: unknown): Pick<ReadAssistant, 'calls' | 'flaw'> {
  if (value === undefined || value === null) return { calls: [], flaw: undefined };
  if (!Array.isArray(value)) return { calls: [], flaw: 'tool_calls_are_no_list' };
  const calls = value.map(readCall);
  return { calls, flaw: calls.some((call) => call.name === UNNAMED) ? 'tool_call_without_name' : undefined };
}

const UNNAMED = 'unknown';

function readCall(value: unknown): ReadCall {
  if (!isFields(value)) return { id: undefined, name: UNNAMED, arguments: '', argsSummary: undefined };
  return {
    id: filledTextOf(value['id']),
    name: filledTextOf(value['name']) ?? UNNAMED,
    arguments: argumentsText(value['args']),
    argsSummary: filledTextOf(value['args_summary']),
  };
}

/** `argumentsText({ query: 'dbplus' }) === '{"query":"dbplus"}'` */
export function argumentsText(args: unknown): string {
  return args === undefined || args === null ? '' : jsonText(asJson(args, {}));
}

function readResult(common: Common, metadata: Fields): ReadResult {
  return {
    kind: 'result',
    ...common,
    callId: filledTextOf(metadata['tool_call_id']),
    toolName: filledTextOf(metadata['tool_name']),
    ending: {
      content: common.content,
      parts: common.parts,
      result: metadata['tool_result'],
      error: metadata['tool_error'],
      durationMs: numberOf(metadata['tool_duration_ms']),
    },
  };
}

function readStatus(value: unknown, common: Common, metadata: Fields): ReadMessage {
  const { status_type: type, continuation } = metadata;
  if (type === 'error') return { kind: 'error', ...common };
  const isOfCall = metadata['tool_call_id'] !== undefined;
  if (isEphemeral(type) || isOfCall) return { kind: 'ephemeral' };
  // Any other status was stored on purpose.
  if (type !== 'continuation') return { kind: 'notice', ...common };
  const info = isFields(continuation) ? readContinuation(continuation) : undefined;
  if (info !== undefined && info.stop_reason !== '') return { kind: 'continuation', ...common, continuation: info };
  return readStop(value, common, info);
}

/** A stop without its details says its reason in words: `Agent stopped: steps_limit`. Other words are a notice. */
function readStop(value: unknown, common: Common, info: ContinuationInfo | undefined): ReadMessage {
  if (info?.should_continue === true || common.content.trim() === '')
    return malformed(value, 'continuation_without_reason');
  const [, stop_reason] = /^Agent stopped: (\S{1,100})$/.exec(common.content) ?? [];
  if (stop_reason === undefined) return { kind: 'notice', ...common };
  return {
    kind: 'continuation',
    ...common,
    continuation: { resolved_by: '', ...info, should_continue: false, stop_reason },
  };
}

function malformed(value: unknown, reason: string): ReadMessage {
  return { kind: 'malformed', reason, raw: rawText(value) };
}

/** The id under which a status is stored: `{ ...continuationEvent(info), ...sourceId(message) }` */
export function sourceId({ id }: Pick<Common, 'id'>): { readonly source_id?: string } {
  return id === undefined ? {} : { source_id: id };
}

/** What a person needs to recognise the record, not the record. */
export function rawText(value: unknown): string {
  return jsonText(asJson(value, '[not JSON]'), 1000).slice(0, 1000);
}
