import type { Call } from '../../ledger/call.ts';
import type { Json } from '../../ledger/json/json.ts';
import { jsonNodeOf, jsonOf, partialJsonStatus } from '../../ledger/json/partial-json.ts';

/** The arguments as an object; undefined where the model wrote none, or something else. `callArgs(call)?.query` */
export function callArgs(call: Call): Record<string, Json> | undefined {
  if (partialJsonStatus(call.input) !== 'complete') return undefined;
  const node = jsonNodeOf(call.input);
  const args = node?.kind === 'object' ? jsonOf(node) : undefined;
  return isObject(args) ? args : undefined;
}

function isObject(value: Json | undefined): value is Record<string, Json> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
