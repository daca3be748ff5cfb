import type { Call } from '../../ledger/call.ts';
import { isJsonObject } from '../../ledger/json/json.ts';
import type { JsonObject } from '../../ledger/json/json.ts';
import { jsonNodeOf, jsonOf, partialJsonStatus } from '../../ledger/json/growing/partial-json.ts';

/** The arguments as an object; undefined if the model wrote none, or something else. `callArgs(call)?.query` */
export function callArgs(call: Call): JsonObject | undefined {
  if (partialJsonStatus(call.input) !== 'complete') return undefined;
  const node = jsonNodeOf(call.input);
  const args = node?.kind === 'object' ? jsonOf(node) : undefined;
  return isJsonObject(args) ? args : undefined;
}
