import type { Json, Outcome } from '@toolthread/core';
import { fieldsOf, isFields, textIn } from '../fields.ts';
import type { Fields } from '../fields.ts';

/** The sentences the program itself writes when a person says no; they are its record, not a tool's words. */
const REJECTED = "The user doesn't want to proceed with this tool use";
const ABORTED = 'Permission prompt was aborted.';

/** From what the file records beside the text: the flag, the structured result, the kind of denial. */
export function toolOutcome(record: Fields, block: Fields): Outcome {
  const structured = record['toolUseResult'];
  if (block['is_error'] !== true) return fieldsOf(structured)['interrupted'] === true ? 'interrupted' : 'done';
  if (isRejected(record, block)) return 'denied';
  return textIn(block, 'content') === ABORTED ? 'interrupted' : 'failed';
}

export function isRejected(record: Fields, block: Fields): boolean {
  if (block['is_error'] !== true) return false;
  if (record['toolDenialKind'] !== undefined) return true;
  return (
    record['toolUseResult'] === 'User rejected tool use' || textIn(block, 'content')?.startsWith(REJECTED) === true
  );
}

/** The structured result, without the bytes of an image that the content already holds. */
export function structuredResult(value: Json | undefined): Json | undefined {
  if (!isFields(value)) return Array.isArray(value) ? value : undefined;
  const file = fieldsOf(value['file']);
  if (value['type'] !== 'image' || file['base64'] === undefined) return diffOf(value) ?? value;
  const { base64: _bytes, ...rest } = file;
  return { type: 'image', file: withoutUndefined(rest) };
}

/** An edit's patch in the one form that every renderer knows. */
function diffOf(value: Fields): Json | undefined {
  const path = textIn(value, 'filePath');
  const patch = value['structuredPatch'];
  if (path === undefined || !Array.isArray(patch) || patch.length === 0) return undefined;
  return { kind: 'diff', path, hunks: patch };
}

function withoutUndefined(fields: Fields): { [name: string]: Json } {
  const kept: { [name: string]: Json } = {};
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) kept[name] = value;
  return kept;
}
