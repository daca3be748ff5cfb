/** A call and its result as the lines a person reads. */
import { callResult, callStatus } from '../ledger/call.ts';
import type { Call, CallResult, CallStatus } from '../ledger/call.ts';
import type { Json } from '../ledger/json/json.ts';
import { callText, executedArguments } from './call-text.ts';
import { callError } from '../text/call-error.ts';
import { compactText } from './compact-text.ts';
import { contentsText } from './content-text.ts';
import { cutResult, endOf, oneLine } from './cut.ts';

export { callText } from './call-text.ts';

const MAX_INLINE_CHARS = 80;

/**
 * One entry of a group: `head → inline`, or `head` with `below` under it and `marker` under that.
 * `note` says what the result does not: that it failed, waits, is tried again, or that a person edited it.
 */
export interface EntryLines {
  readonly head: string;
  readonly status: CallStatus;
  readonly pending: boolean;
  readonly note?: string;
  readonly inline?: string;
  readonly below?: readonly string[];
  readonly marker?: string;
}

/** `entryLines(call).inline === '/app'` */
export function entryLines(call: Call): EntryLines {
  const status = callStatus(call);
  const pending = call.state.name !== 'settled';
  const note = noteOf(call);
  const text = pending ? call.output : resultText(call);
  return {
    head: callText(call),
    status,
    pending,
    ...(note === undefined ? {} : { note }),
    ...(text === undefined ? {} : resultLines(text, { pending, fullSize: callResult(call)?.fullSize })),
  };
}

/** The result as text; undefined where there is none, or none yet. `resultText(call) === 'ok'` */
export function resultText(call: Call): string | undefined {
  const result = callResult(call);
  return result === undefined ? undefined : textOfResult({ ...result, error: callError(result) });
}

/** The words of a result: what the model saw, else the data, else what went wrong. */
export function textOfResult(result: Partial<Pick<CallResult, 'parts' | 'structured' | 'error'>>): string | undefined {
  const { parts = [], structured, error } = result;
  const words = contentsText(parts);
  if (words !== '') return words;
  const data = parts.length === 0 ? dataText(structured) : undefined;
  return data ?? error?.message;
}

function dataText(structured: Json | undefined): string | undefined {
  if (structured === undefined || structured === null || structured === '') return undefined;
  return compactText(structured);
}

/** Inline if it is one line of at most 80 code points, else below; a last newline is no line. */
export function resultLines(
  text: string,
  { pending = false, fullSize }: { pending?: boolean; fullSize?: number | undefined } = {},
): Pick<EntryLines, 'inline' | 'below' | 'marker'> {
  const trimmed = withoutLastNewlines(text);
  if (trimmed === '') return {};
  const isLine =
    !/[\r\n]/.test(trimmed.slice(0, 2 * MAX_INLINE_CHARS + 1)) && endOf(trimmed, MAX_INLINE_CHARS) === undefined;
  if (isLine && !pending) return { inline: trimmed };
  const shown = cutResult(trimmed, fullSize);
  const below = shown.text.split(/\r\n|[\r\n]/);
  return shown.marker === undefined ? { below } : { below, marker: shown.marker };
}

function withoutLastNewlines(text: string): string {
  let end = text.length;
  while (end > 0 && (text[end - 1] === '\n' || text[end - 1] === '\r')) end -= 1;
  return text.slice(0, end);
}

function noteOf(call: Call): string | undefined {
  const words = [executedArguments(call) === undefined ? undefined : 'edited', stateNote(call)];
  const said = words.filter((word) => word !== undefined);
  return said.length === 0 ? undefined : said.join(' · ');
}

function stateNote({ name, state }: Call): string | undefined {
  switch (state.name) {
    case 'streaming':
    case 'called':
    case 'running':
      return undefined;
    case 'waiting':
      return 'waiting';
    case 'retrying':
      return `⟳ ${oneLine(name)} - Retrying (${state.attempt}/${state.max})`;
    case 'settled':
      return state.result.outcome === 'done' ? undefined : state.result.outcome;
    default:
      return state satisfies never;
  }
}
