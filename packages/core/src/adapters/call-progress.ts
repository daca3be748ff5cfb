import type { Call } from '../ledger/call.ts';
import type { JsonObject } from '../ledger/json/json.ts';

/** The progress of a call, which is only shown and is in no message. Undefined if nothing is new. */
export function callProgress(before: Call, call: Call): JsonObject | undefined {
  const { name } = call.state;
  const isWork = name === 'running' || name === 'retrying';
  const printed = call.output === before.output ? {} : { text: call.output.slice(before.output.length) };
  if (!isWork || (before.state === call.state && !('text' in printed))) return undefined;
  const retry = call.state.name === 'retrying' ? { attempt: call.state.attempt, max: call.state.max } : {};
  return { status: name, ...retry, ...printed };
}
