import type { Outcome } from '@toolthread/core';
import { fieldsOf, textOf } from '@toolthread/core/json';
import type { JsonFields } from '@toolthread/core/json';

/** Sentences that the program itself writes when a person rejects a call: a record, not a tool's output. */
const REJECTED = "The user doesn't want to proceed with this tool use";
const ABORTED = 'Permission prompt was aborted.';

/** From what the file records beside the text: the flag, the structured result, the kind of denial. */
export function toolOutcome(record: JsonFields, block: JsonFields): Outcome {
  const structured = record['toolUseResult'];
  if (block['is_error'] !== true) return fieldsOf(structured)['interrupted'] === true ? 'interrupted' : 'done';
  if (isRejected(record, block)) return 'denied';
  return textOf(block['content']) === ABORTED ? 'interrupted' : 'failed';
}

export function isRejected(record: JsonFields, block: JsonFields): boolean {
  if (block['is_error'] !== true) return false;
  if (record['toolDenialKind'] !== undefined) return true;
  return (
    record['toolUseResult'] === 'User rejected tool use' || textOf(block['content'])?.startsWith(REJECTED) === true
  );
}
