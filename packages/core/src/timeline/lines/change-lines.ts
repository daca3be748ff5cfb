import type { FileChange } from '../../ledger/file-change.ts';
import { english } from '../../text/language/english.ts';
import type { Language } from '../../text/language/language.ts';
import type { ChangesItem } from '../item.ts';
import { lineCounts } from './changes-text.ts';

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

/** For a file that may have changed or not. */
export const NOT_WATCHED = 'too large to track';

/** Lines are counted if there are any. */
function isText({ added, removed }: FileChange): boolean {
  return added !== undefined || removed !== undefined;
}
