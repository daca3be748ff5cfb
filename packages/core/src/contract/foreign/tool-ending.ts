import type { ContentPart } from '../../ledger/content-part.ts';
import { contentCheck } from '../../ledger/check/content-check.ts';
import { isFields, listOf, textOf } from '../../ledger/json/fields.ts';
import type { Fields } from '../../ledger/json/fields.ts';
import type { Outcome, ToolCompleted } from '../../ledger/ledger-event.ts';
import { jsonFault } from '../../ledger/check/json-fault.ts';
import type { Json } from '../../ledger/json/json.ts';
import { asJson } from './as-json.ts';
import { partsWithImage } from './content-parts.ts';
import { jsonText } from './json-text.ts';
import { mcpError } from './mcp-error.ts';
import { summary, valueSummary } from '../to-messages/summary.ts';

/** How a foreign source says a call ended. */
export interface ToolEnding {
  readonly content: string;
  /** All its parts in order, if it is not only words. */
  readonly parts?: readonly ContentPart[] | undefined;
  /** undefined: none; `null` is a result like any other. */
  readonly result: unknown;
  /** undefined or null: none. */
  readonly error: unknown;
  readonly durationMs: number | undefined;
  /** Our own word for it, if the source has one. */
  readonly outcome?: Outcome | undefined;
}

export type EndingFields = Pick<ToolCompleted, 'outcome' | 'parts' | 'structured' | 'error' | 'duration_ms'>;

/**
 * The ledger's words for it. The model shall see the whole result, a person the summary: where they differ, both are
 * parts, the summary first; so are the words of an error, where there are others beside them.
 */
export function endingFields(ending: ToolEnding): EndingFields {
  const time = ending.durationMs === undefined ? {} : { duration_ms: ending.durationMs };
  const shown = partsWithImage(ending.result) ?? ending.parts;
  if (shown !== undefined) return { ...endingFields(withoutImages(ending)), parts: shown };
  const structured = ending.result === undefined ? undefined : storable(asJson(ending.result, '[not JSON]'));
  const data = structured === undefined ? {} : { structured };
  const whole = structured === undefined || typeof structured === 'string' ? structured : jsonText(structured);
  const error = ending.error ?? (ending.outcome === undefined ? mcpError(structured) : undefined);
  if (error !== undefined) {
    const message = errorMessage(error);
    const own = ending.content === summary(message) ? '' : ending.content;
    const outcome = ending.outcome === undefined || ending.outcome === 'done' ? 'failed' : ending.outcome;
    const isAlone = own === '' && (whole === undefined || whole === message);
    return { outcome, ...(isAlone ? {} : parts(own, message, whole ?? '')), ...data, error: { message }, ...time };
  }
  const { outcome = 'done' } = ending;
  if (structured === undefined || whole === undefined) return { outcome, ...parts(ending.content), ...time };
  const own = ending.content === valueSummary(structured) ? '' : ending.content;
  return { outcome, ...parts(own, whole), ...data, ...time };
}

/** What is left to say beside its parts: how it ended. */
function withoutImages({ error, durationMs, outcome }: ToolEnding): ToolEnding {
  return { content: '', result: undefined, error, durationMs, outcome };
}

/** The very result, where a back end of ours tells it beside the contract's fields. */
export function exactEnding(
  exact: unknown,
  told: Pick<ToolEnding, 'outcome' | 'durationMs'>,
): EndingFields | undefined {
  if (!isFields(exact) || told.outcome === undefined) return undefined;
  const { parts: given, structured, error } = exact;
  const content = listOf(given).filter(isContent);
  const message = isFields(error) ? textOf(error['message']) : undefined;
  const code = isFields(error) ? textOf(error['code']) : undefined;
  return {
    outcome: told.outcome,
    ...(content.length === 0 ? {} : { parts: content }),
    ...(structured === undefined ? {} : { structured: storable(asJson(structured, '[not JSON]')) }),
    ...(message === undefined ? {} : { error: { message, ...(code === undefined ? {} : { code }) } }),
    ...(told.durationMs === undefined ? {} : { duration_ms: told.durationMs }),
  };
}

function isContent(part: unknown): part is ContentPart {
  return contentCheck.fault(part, '') === undefined;
}

/** What is nested deeper than the ledger keeps is kept as its JSON text. */
function storable(value: Json): Json {
  return jsonFault([value]) === undefined ? value : jsonText(value);
}

function parts(...texts: readonly string[]): { readonly parts?: readonly ContentPart[] } {
  const said = texts.filter((text) => text !== '').map((text) => ({ type: 'text', text }) as const);
  return said.length === 0 ? {} : { parts: said };
}

/** `errorMessage({ message: 'boom' }) === 'boom'` */
export function errorMessage(error: unknown): string {
  if (typeof error === 'string') return error;
  const json = asJson(error, 'unknown error');
  if (typeof json === 'object' && json !== null && 'message' in json && typeof json.message === 'string')
    return json.message;
  return typeof json === 'string' ? json : jsonText(json, 1000);
}

/** What went wrong. Words of an error count more than that the call is said to have gone well; where it is, `false` and nothing are no error. */
export function toolErrorOf(payload: Fields): unknown {
  const { success } = payload;
  const told = payload['error'] ?? payload['tool_error'];
  if (success === true) return told === '' || told === false ? undefined : told;
  return told ?? (success === false ? 'Failed' : undefined);
}
