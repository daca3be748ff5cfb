/** Writes calls as text, for chats that carry only text. */
import { argumentsText } from '../timeline/lines/call-text.ts';
import type { ArgumentsText } from '../timeline/lines/call-text.ts';
import { compactText } from '../text/compact-text.ts';
import { ellipsis } from '../text/ellipsis.ts';
import { cutResult } from '../timeline/lines/cut-result.ts';
import type { ShownResult } from '../timeline/lines/cut-result.ts';
import { writeBlock } from './write-block.ts';

/** What goes with the text as data. snake_case: it is stored and sent as it is. */
export interface ToolTraceEntry {
  readonly type: 'tool_call_started' | 'tool_call_completed';
  readonly tool_name: string;
  readonly args_preview?: string;
  readonly result_preview?: string;
  /** Something was cut from what the text shows. */
  readonly truncated: boolean;
}

/** The arguments of a call, by name. */
export type ToolArguments = { readonly [key: string]: unknown };

const MAX_TRACE_PREVIEW_CHARS = 4000;
/** More than any argument shows: what is longer need not be written out. */
const ENOUGH_UNITS = 8000;

/**
 * A call without a result yet, as a pending block, and what goes with it as data.
 *
 * @example
 * formatToolStarted('pwd', {})[0]; //=> '\n\n<tool>pwd()</tool>\n'
 */
export function formatToolStarted(
  toolName: string,
  toolArgs: ToolArguments,
  callId?: string,
): [string, ToolTraceEntry] {
  const args = argumentsText(membersOf(toolArgs));
  const text = writeBlock({ id: callId ?? undefined, name: toolName, arguments: args.text, state: 'pending' });
  return [text, startedTrace(toolName, args)];
}

export function startedTrace(toolName: string, args: ArgumentsText): ToolTraceEntry {
  return {
    type: 'tool_call_started',
    tool_name: compactText(toolName),
    ...preview('args_preview', args.text),
    truncated: args.truncated,
  };
}

/**
 * A call with its result, as a block, and what goes with it as data.
 *
 * @example
 * formatToolCombined('pwd', {}, '/app')[0]; //=> '\n\n<tool>pwd()\n/app</tool>\n'
 */
export function formatToolCombined(
  toolName: string,
  toolArgs: ToolArguments,
  result: unknown,
  callId?: string,
): [string, ToolTraceEntry] {
  const args = argumentsText(membersOf(toolArgs));
  const display = displayResult(result);
  const text = writeBlock({
    id: callId ?? undefined,
    name: toolName,
    arguments: args.text,
    state: 'done',
    result: display?.shown,
  });
  return [text, completedTrace(toolName, display, args)];
}

export interface DisplayedResult {
  readonly text: string;
  readonly shown: ShownResult;
}

/** `undefined`, `null` and the empty string are not results; `0` and `false` are ([L3]). */
export function displayResult(result: unknown): DisplayedResult | undefined {
  if (result === undefined || result === null || result === '') return undefined;
  const text = compactText(result);
  return { text, shown: cutResult(text) };
}

export function completedTrace(
  toolName: string,
  result: DisplayedResult | undefined,
  args?: ArgumentsText,
): ToolTraceEntry {
  return {
    type: 'tool_call_completed',
    tool_name: compactText(toolName),
    ...preview('args_preview', args?.text ?? ''),
    ...preview('result_preview', result?.text ?? ''),
    truncated: args?.truncated === true || (result !== undefined && result.shown.cut !== 'none'),
  };
}

function preview<Name extends string>(name: Name, text: string): { [key in Name]?: string } {
  const previews: { [key in Name]?: string } = {};
  if (text !== '') previews[name] = ellipsis(text, MAX_TRACE_PREVIEW_CHARS);
  return previews;
}

function* membersOf(toolArgs: ToolArguments): Iterable<readonly [string, string]> {
  for (const key of Object.keys(toolArgs ?? {})) yield [key, compactText(toolArgs[key], ENOUGH_UNITS)];
}
