import { filledTextOf, isFields, textOf } from '../../ledger/json/fields.ts';

/** What a message's trace says of the call with one number; numbers count from 1. */
export interface TracedCall {
  readonly name: string;
  readonly arguments: string;
  readonly state: 'pending' | 'done';
  readonly result: string | undefined;
}

/**
 * The calls of a trace, by number, from a list of entries or one in `events`; undefined if there is no trace. An event that cannot be read keeps its number: without it
 * all later ones would shift.
 */
export function readTrace(trace: unknown): readonly (TracedCall | undefined)[] | undefined {
  const events = isFields(trace) ? trace['events'] : trace;
  return Array.isArray(events) ? events.map(readEvent) : undefined;
}

function readEvent(event: unknown): TracedCall | undefined {
  if (!isFields(event) || typeof event['tool_name'] !== 'string') return undefined;
  const state = stateOf(event['type']);
  if (state === undefined) return undefined;
  const { args_preview: args, result_preview: result } = event;
  return {
    name: event['tool_name'],
    arguments: textOf(args) ?? '',
    state,
    result: filledTextOf(result),
  };
}

function stateOf(type: unknown): TracedCall['state'] | undefined {
  if (type === 'tool_call_started') return 'pending';
  return type === 'tool_call_completed' ? 'done' : undefined;
}
