import { isFields } from '../json/fields.ts';
import { type Fault, shown } from './check.ts';
import { LEDGER_VERSION, type LedgerEvent } from '../ledger-event.ts';
import { eventCheck } from './event-check.ts';
import { jsonFault } from './json-fault.ts';

/** An event, or why the value is not one. */
export type ParsedEvent =
  | { readonly ok: true; readonly event: LedgerEvent }
  | { readonly ok: false; readonly reason: string };

/**
 * An event, or the reason why a JSON value is not one. Fields that it does not know stay in it; what passes can be written to JSON again.
 *
 * @example
 * parseEvent({ v: 1, thread: 't', seq: 1, at: 0, type: 'thread.closed' }).ok; //=> true
 */
export function parseEvent(input: unknown): ParsedEvent {
  if (!isFields(input)) return { ok: false, reason: `an event must be an object, got ${shown(input)}` };
  if (input['v'] !== LEDGER_VERSION) {
    return { ok: false, reason: `"v" must be ${LEDGER_VERSION}, the version known here, got ${shown(input['v'])}` };
  }
  const fault = eventCheck.fault(input, '');
  if (fault?.path === 'type') return { ok: false, reason: `"type" must be an event's name, got ${shown(fault.value)}` };
  if (!isEvent(input, fault)) return { ok: false, reason: `${String(input['type'])}: ${reasonOf(fault)}` };
  const unwritable = jsonFault(input);
  if (unwritable !== undefined) return { ok: false, reason: `${input.type}: ${unwritable}` };
  return { ok: true, event: input };
}

/** No fault means that every check of the table has passed. So it is an event. */
function isEvent(_input: object, fault: Fault | undefined): _input is LedgerEvent {
  return fault === undefined;
}

function reasonOf(fault: Fault | undefined): string {
  return fault === undefined ? '' : `"${fault.path}" must be ${fault.expected}, got ${shown(fault.value)}`;
}
