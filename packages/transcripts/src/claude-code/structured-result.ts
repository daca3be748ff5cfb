/** The structured result beside a result's text: what adds to the text, in the forms that renderers know. */
import type { Json } from '@toolthread/core';
import { fieldsOf, isFields, jsonOf, listOf, numberIn, textIn } from '../fields.ts';
import type { Fields } from '../fields.ts';
import { diffOf, wholeFile } from '../patch-diff.ts';

/** `said` is the text of the result: nothing is kept twice. */
export function structuredResult(value: Json | undefined, said: string | undefined): Json | undefined {
  if (typeof value === 'string') return exitOf(value);
  if (!isFields(value)) return Array.isArray(value) ? value : undefined;
  const path = textIn(value, 'filePath');
  const patch = listOf(value['structuredPatch']);
  if (path !== undefined && patch.length > 0) return diffOf(path, patch.map(hunkOf));
  if (path !== undefined && value['type'] === 'create')
    return diffOf(path, wholeFile(textIn(value, 'content') ?? '', '+'));
  if (typeof value['stdout'] === 'string' && value['stderr'] !== undefined) return shellOf(value, said);
  if (!isFields(value['file'])) return value;
  const { base64: _bytes, content: _content, ...file } = fieldsOf(value['file']);
  return { ...jsonOf(value), file: jsonOf(file) };
}

/** The model is told the exit code in words, which the program writes itself: `Error: Exit code 1\n…`. */
function exitOf(value: string): Json | undefined {
  const code = /^(?:Error: )?Exit code (-?\d{1,10})(?:\n|$)/.exec(value)?.[1];
  return code === undefined ? undefined : { kind: 'shell', exit_code: Number(code) };
}

function shellOf(value: Fields, said: string | undefined): Json {
  const { stdout, stderr, ...rest } = value;
  const printed = stdout === undefined || stdout === said || stdout === '' ? {} : { stdout };
  const complained = stderr === undefined || stderr === '' ? {} : { stderr };
  return { kind: 'shell', ...jsonOf(rest), ...printed, ...complained };
}

function hunkOf(value: Json): { old_start: number; new_start: number; lines: readonly string[] } {
  const hunk = fieldsOf(value);
  return {
    old_start: numberIn(hunk, 'oldStart') ?? 1,
    new_start: numberIn(hunk, 'newStart') ?? 1,
    lines: listOf(hunk['lines']).map(String),
  };
}
