import { toolData } from '@toolthread/core/events';
import { fieldsOf, filledTextOf, listOf, textOf } from '@toolthread/core/json';
import type { JsonFields } from '@toolthread/core/json';
import { hunksPatch } from './diff-rows.ts';
import { firstText, pathIn } from './first-text.ts';
import { patchFiles } from './patch-files.ts';
import type { ToolProps } from './tool-renderer.ts';

/** What becomes of one file, as the text of a patch. */
export interface FileChangeText {
  readonly path: string | undefined;
  readonly patch: string;
  /** The result holds not all of it. */
  readonly cut: boolean;
}

/** What a call changes: as its result says it, with line numbers; else as its arguments ask for it. */
export function changesIn({ input, result, call }: ToolProps): readonly FileChangeText[] {
  const data = toolData(result?.structured, 'diff');
  const told =
    data === undefined ? [] : [data, ...listOf(data['more']).map((more) => fieldsOf(more))].flatMap(changeOf);
  return told.length > 0 ? told : askedIn(input, call.arguments);
}

/** A change that was refused, or that failed, did not happen: what was asked for is under the details. */
export function isFine({ result }: ToolProps): boolean {
  return result === undefined || result.outcome === 'done';
}

function changeOf(data: JsonFields): readonly FileChangeText[] {
  const hunks = data['hunks'];
  const patch = textOf(data['patch']) ?? (hunks === undefined ? undefined : hunksPatch(hunks));
  if (patch === undefined || patch === '') return [];
  return [{ path: filledTextOf(data['path']), patch, cut: data['truncated'] === true }];
}

function askedIn(input: JsonFields, raw: string): readonly FileChangeText[] {
  const written = firstText(input, 'input', 'patch', 'patchText', 'diff') ?? (raw.startsWith('***') ? raw : undefined);
  if (written !== undefined) return patchFiles(written, pathIn(input));
  const edits = listOf(input['edits']).map((edit) => fieldsOf(edit));
  const pieces = (edits.length === 0 ? [input] : edits).map(pieceOf).filter((piece) => piece !== '');
  return pieces.length === 0 ? [] : [{ path: pathIn(input), patch: pieces.join('\n'), cut: false }];
}

/** Nobody says where in the file it is. */
function pieceOf(edit: JsonFields): string {
  const [before, after] = [textIn(edit, OLD), textIn(edit, NEW)];
  if (before === undefined && after === undefined) return '';
  return ['@@', ...signed('-', before), ...signed('+', after)].join('\n');
}

const OLD = ['old_string', 'oldString', 'old_text', 'oldText', 'old_str'];
const NEW = ['new_string', 'newString', 'new_text', 'newText', 'new_str'];

function textIn(edit: JsonFields, names: readonly string[]): string | undefined {
  return names.map((name) => textOf(edit[name])).find((text) => text !== undefined);
}

function signed(sign: string, text: string | undefined): readonly string[] {
  return text === undefined || text === ''
    ? []
    : text
        .replace(/\n$/, '')
        .split('\n')
        .map((line) => `${sign}${line}`);
}

/** Longer changes are not counted for a few words. */
const MOST_COUNTED = 1_000_000;

/** `+12 −3`, and how many files, if several. */
export function changeText(changes: readonly FileChangeText[], language: ToolProps['language']): string | undefined {
  const size = changes.reduce((sum, { patch }) => sum + patch.length, 0);
  if (size === 0 || size > MOST_COUNTED) return undefined;
  const count = (sign: RegExp): number => changes.reduce((sum, { patch }) => sum + (patch.match(sign)?.length ?? 0), 0);
  const [added, removed] = [count(/^\+/gm), count(/^-/gm)];
  const files = changes.length > 1 ? [language.count(changes.length, 'file')] : [];
  const lines = [
    ...(added > 0 ? [`+${language.number(added)}`] : []),
    ...(removed > 0 ? [`−${language.number(removed)}`] : []),
  ];
  return [...files, lines.join(' ')].filter((text) => text !== '').join(' · ') || undefined;
}
