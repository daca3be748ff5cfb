import type { FileChange } from '../../ledger/file-change.ts';
import { english } from '../../text/english.ts';
import type { Language } from '../../text/language.ts';
import type { ChangesItem } from '../item.ts';

/**
 * What a run changed, in one line; an undo says so.
 *
 * @example
 * changesText({ kind: 'changes', key: 'k', at: 0, change: 'w1', files: [{ path: 'a.ts', before: 'g', after: 'h', added: 12, removed: 4 }], unknown: [], undo: { state: 'possible' } }); //=> '1 file changed · +12 −4'
 */
export function changesText({ files, undo }: ChangesItem, language: Language = english): string {
  const { say } = language;
  const count = language.count(files.length, 'file');
  if (undo.state === 'is-undo') return say('Undone: {files} restored', { files: count });
  const lines = lineCounts(total(files, 'added'), total(files, 'removed'), language);
  return [say('{files} changed', { files: count }), lines, undo.state === 'undone' ? say('undone') : '']
    .filter((part) => part !== '')
    .join(' · ');
}

/**
 * A line for each file, and for each of which nobody knows.
 *
 * @example
 * changeLines({ files: [{ path: 'a.ts', after: 'h', added: 12 }], unknown: [] }); //=> ['a.ts · new · +12']
 */
export function changeLines(
  { files, unknown }: Pick<ChangesItem, 'files' | 'unknown'>,
  language: Language = english,
): readonly string[] {
  return [
    ...files.map((file) => fileChangeText(file, language)),
    ...unknown.map((path) => `${path} · ${language.say(NOT_WATCHED)}`),
  ];
}

/**
 * One changed file in one line.
 *
 * @example
 * fileChangeText({ path: 'src/parse.ts', after: 'h', added: 12 }); //=> 'src/parse.ts · new · +12'
 */
export function fileChangeText(file: FileChange, language: Language = english): string {
  const { say } = language;
  const { path, before, after, added, removed } = file;
  const what = before === undefined ? say('new') : after === undefined ? say('removed') : '';
  const lines = isText(file) ? lineCounts(added ?? 0, removed ?? 0, language) : say('binary');
  return [path, what, lines].filter((part) => part !== '').join(' · ');
}

/** Said of a file of which it is not known whether it changed. */
export const NOT_WATCHED = 'too large to track';

/** Lines are counted where there are any. */
function isText({ added, removed }: FileChange): boolean {
  return added !== undefined || removed !== undefined;
}

function total(files: readonly FileChange[], of: 'added' | 'removed'): number {
  return files.reduce((sum, file) => sum + (file[of] ?? 0), 0);
}

function lineCounts(added: number, removed: number, { number }: Language): string {
  return [added > 0 ? `+${number(added)}` : '', removed > 0 ? `−${number(removed)}` : '']
    .filter((part) => part !== '')
    .join(' ');
}
