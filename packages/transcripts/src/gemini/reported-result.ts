/** The result of a call, which is inside it. */
import { shellData } from '@toolthread/core/events';
import type { ContentPart, Outcome } from '@toolthread/core';
import { fieldsOf, listOf, textOf } from '@toolthread/core/json';
import type { Json, JsonFields } from '@toolthread/core/json';
import type { ResultDraft } from '../thread/call-book.ts';
import { diffData, hunksOf } from '../records/diff-data.ts';
import { partList } from './part-list.ts';

/** The sentence the program itself writes when a person says no. */
const NOT_ALLOWED = 'User did not allow';

/** How a call ended; one that goes on has another status. */
export type EndStatus = 'success' | 'error' | 'cancelled';

/** [L3] A result that is recorded is one, whatever the status says or does not say: an error in it is a failure. */
export function reportedResult(call: JsonFields): ResultDraft | undefined {
  const status = endStatus(call['status']) ?? (listOf(call['result']).length === 0 ? undefined : 'success');
  return status === undefined ? undefined : endedResult(status, call);
}

export function endStatus(status: Json | undefined): EndStatus | undefined {
  return status === 'success' || status === 'error' || status === 'cancelled' ? status : undefined;
}

export function endedResult(status: EndStatus, call: JsonFields): ResultDraft {
  const parts = listOf(call['result']).flatMap(resultParts);
  const said = errorIn(call['result']);
  const exitCode = textOf(call['name']) === 'run_shell_command' ? exitCodeInOutput(parts) : undefined;
  const outcome = outcomeOf(status, said, exitCode);
  return {
    outcome,
    parts,
    structured: diffIn(fieldsOf(call['resultDisplay'])) ?? shellData(exitCode),
    error: outcome === 'done' ? undefined : (said ?? errorText(call, exitCode)),
  };
}

function outcomeOf(status: EndStatus, said: string | undefined, exitCode: number | undefined): Outcome {
  if (status === 'cancelled') return said?.includes(NOT_ALLOWED) === true ? 'denied' : 'interrupted';
  return status === 'error' || said !== undefined || (exitCode !== undefined && exitCode !== 0) ? 'failed' : 'done';
}

function errorText(call: JsonFields, exitCode: number | undefined): string {
  if (exitCode !== undefined) return `exit code ${exitCode}`;
  return textOf(call['resultDisplay']) ?? 'It failed.';
}

function resultParts(part: Json): readonly ContentPart[] {
  const response = fieldsOf(fieldsOf(part)['functionResponse'])['response'];
  if (response === undefined) return partList(part);
  const fields = fieldsOf(response);
  const text = textOf(fields['output']) ?? textOf(fields['error']) ?? JSON.stringify(response);
  return text === '' ? [] : [{ type: 'text', text }];
}

function errorIn(result: Json | undefined): string | undefined {
  for (const part of listOf(result).map((one) => fieldsOf(one))) {
    const said = textOf(fieldsOf(fieldsOf(part['functionResponse'])['response'])['error']);
    if (said !== undefined) return said;
  }
  return undefined;
}

/** The program writes it below a command's output; what the command itself printed is above. */
function exitCodeInOutput(parts: readonly ContentPart[]): number | undefined {
  const [first] = parts;
  const text = first?.type === 'text' ? first.text : '';
  const at = text.lastIndexOf('\nExit Code: ');
  const code = at === -1 ? undefined : /^\nExit Code: (-?\d{1,10})(\n|$)/.exec(text.slice(at, at + 40))?.[1];
  return code === undefined ? undefined : Number(code);
}

function diffIn(display: JsonFields): Json | undefined {
  const patch = textOf(display['fileDiff']);
  return patch === undefined ? undefined : diffData(textOf(display['fileName']) ?? '', hunksOf(patch));
}
