import { filledTextOf } from '../../ledger/json/fields.ts';
import { asJson } from '../foreign/as-json.ts';
import { jsonText } from '../foreign/json-text.ts';
import { argumentsText } from '../from-messages/read-message.ts';
import type { ContractEvent } from './contract-event.ts';
import type { KnownArguments } from './live/live-calls.ts';

/** `toolNameOf(event)`: back ends have three names for it. */
export function toolNameOf({ payload }: ContractEvent): string | undefined {
  return filledTextOf(payload['tool_name']) ?? filledTextOf(payload['tool']) ?? filledTextOf(payload['name']);
}

/** What an event tells of the arguments of its call. */
export function knownArguments({ payload }: ContractEvent): KnownArguments {
  const args = payload['args'] ?? payload['arguments'];
  const json = typeof args === 'string' ? args : argumentsText(args);
  return { json, brief: filledTextOf(payload['args_summary']) };
}

/** Without an id, one start told twice has the same moment and the same arguments; less than that may be two calls. */
export function identityOf({ timestamp, payload }: ContractEvent, name: string): string | undefined {
  const args = payload['args'] ?? payload['arguments'] ?? payload['args_summary'];
  if (timestamp === undefined || args === undefined || args === null) return undefined;
  return `${timestamp} ${name} ${jsonText(asJson(args, ''))}`;
}
