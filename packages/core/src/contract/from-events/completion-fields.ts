import { filledTextOf, numberOf } from '../../ledger/json/fields.ts';
import { endingFields, exactEnding, toolErrorOf } from '../foreign/tool-ending.ts';
import type { ContractEvent } from './contract-event.ts';
import { outcomeOf } from './run-status-of.ts';

/** How a call ended, as its event tells it: exactly where that is said too. Back ends name the fields as events do, or as the tool message that comes of them. */
export function completionFields(payload: ContractEvent['payload']): ReturnType<typeof endingFields> {
  const ending = {
    content: filledTextOf(payload['result_summary']) ?? filledTextOf(payload['content']) ?? '',
    result: 'result' in payload ? payload['result'] : payload['tool_result'],
    error: toolErrorOf(payload),
    durationMs: numberOf(payload['duration_ms'] ?? payload['tool_duration_ms']),
    outcome: outcomeOf(payload['outcome']),
  };
  return exactEnding(payload['exact'], ending) ?? endingFields(ending);
}
