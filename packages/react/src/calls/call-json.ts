import { callResult, callStatus } from '@toolthread/core';
import type { Call } from '@toolthread/core';
import { parsedJson } from '@toolthread/core/json';
import { callError } from '@toolthread/core/lines';

/** A call as the ledger has it, for the clipboard: `JSON.parse(callJson(call)).name` */
export function callJson(call: Call): string {
  const result = callResult(call);
  return JSON.stringify(
    {
      call: call.id,
      name: call.name,
      arguments: parsedJson(call.arguments) ?? call.arguments,
      status: callStatus(call),
      result: result?.parts,
      structured: result?.structured,
      error: result && callError(result),
      duration_ms: result?.durationMs,
      request: call.request?.settled && { decision: call.request.settled.decision, by: call.request.settled.by },
    },
    undefined,
    2,
  );
}
