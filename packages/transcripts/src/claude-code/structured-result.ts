/** The structured result, in the forms that renderers know, without what the result's text says already. */
import { shellData } from '@toolthread/core/events';
import type { ShellData } from '@toolthread/core/events';
import { wholeRecord } from '../records/whole-record.ts';
import { fieldsOf, isJsonObject, listOf, numberOf, textOf, textsIn } from '@toolthread/core/json';
import type { Json, JsonFields } from '@toolthread/core/json';
import { diffData, wholeFile } from '../records/diff-data.ts';

/** `said` is the text of the result: nothing is kept twice. */
export function structuredResult(value: Json | undefined, said: string | undefined): Json | undefined {
  if (typeof value === 'string') return exitOf(value);
  if (!isJsonObject(value)) return Array.isArray(value) ? value : undefined;
  const path = textOf(value['filePath']);
  const patch = listOf(value['structuredPatch']);
  if (path !== undefined && patch.length > 0) return diffData(path, patch.map(hunkOf));
  if (path !== undefined && value['type'] === 'create')
    return diffData(path, wholeFile(textOf(value['content']) ?? '', '+'));
  if (typeof value['stdout'] === 'string' && value['stderr'] !== undefined) return shellOf(value, said);
  if (!isJsonObject(value['file'])) return value;
  const { base64: _bytes, content: _content, ...file } = fieldsOf(value['file']);
  return { ...wholeRecord(value), file: wholeRecord(file) };
}

/** The model is told the exit code in words, which the program writes itself: `Error: Exit code 1\n…`. */
function exitOf(value: string): Json | undefined {
  const code = /^(?:Error: )?Exit code (-?\d{1,10})(?:\n|$)/.exec(value)?.[1];
  return code === undefined ? undefined : shellData(Number(code));
}

function shellOf(value: JsonFields, said: string | undefined): ShellData {
  const { stdout, stderr, ...rest } = value;
  const printed = stdout === undefined || stdout === said || stdout === '' ? {} : { stdout };
  const complained = stderr === undefined || stderr === '' ? {} : { stderr };
  return { kind: 'shell', ...wholeRecord(rest), ...printed, ...complained };
}

function hunkOf(value: Json): { old_start: number; new_start: number; lines: readonly string[] } {
  const hunk = fieldsOf(value);
  return {
    old_start: numberOf(hunk['oldStart']) ?? 1,
    new_start: numberOf(hunk['newStart']) ?? 1,
    lines: textsIn(hunk['lines']),
  };
}
