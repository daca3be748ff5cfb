import type { FileChange } from '../../ledger/file-change.ts';
import { english } from '../../text/language/english.ts';
import type { Language } from '../../text/language/language.ts';
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

function total(files: readonly FileChange[], of: 'added' | 'removed'): number {
  return files.reduce((sum, file) => sum + (file[of] ?? 0), 0);
}

/** `lineCounts(12, 3, english) === '+12 −3'`; empty if there are none. */
export function lineCounts(added: number, removed: number, { number }: Language): string {
  return [added > 0 ? `+${number(added)}` : '', removed > 0 ? `−${number(removed)}` : '']
    .filter((part) => part !== '')
    .join(' ');
}
