import type { Outcome } from '@toolthread/core';
import { fieldsOf, isJsonObject, textOf } from '@toolthread/core/json';
import type { JsonFields } from '@toolthread/core/json';
import { isFlagged } from '../anthropic/is-flagged.ts';

/** Sentences that the program itself writes when a person rejects a call: a record, not a tool's output. */
const REJECTED = "The user doesn't want to proceed with this tool use";
const ABORTED = 'Permission prompt was aborted.';
/** In the place of the structured result. */
const DENIED = 'User rejected tool use';

/** From what the file records beside the text: the flag, the structured result, the kind of denial. */
export function toolOutcome(record: JsonFields, block: JsonFields): Outcome {
  const structured = record['toolUseResult'];
  if (!isFlagged(block) && !isTold(record, block))
    return fieldsOf(structured)['interrupted'] === true ? 'interrupted' : 'done';
  if (isRejected(record, block)) return 'denied';
  return textOf(block['content']) === ABORTED ? 'interrupted' : 'failed';
}

export function isRejected(record: JsonFields, block: JsonFields): boolean {
  if (!isFlagged(block) && !isTold(record, block)) return false;
  if (record['toolDenialKind'] !== undefined || record['toolUseResult'] === DENIED) return true;
  return textOf(block['content'])?.startsWith(REJECTED) === true;
}

/**
 * Without a flag, by what the program writes for failures only: an error or a denial in the place of the structured result, or its own tag around
 * all of the text. A command may print that tag; but one that ran has a structured result.
 */
function isTold({ toolUseResult: structured }: JsonFields, { is_error: flag, content }: JsonFields): boolean {
  if (flag !== undefined || isJsonObject(structured)) return false;
  if (structured === DENIED || textOf(structured)?.startsWith('Error: ') === true) return true;
  const said = textOf(content) ?? '';
  return said.startsWith('<tool_use_error>') && said.endsWith('</tool_use_error>');
}
