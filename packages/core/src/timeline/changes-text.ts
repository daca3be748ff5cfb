import type { FileChange } from '../ledger/event.ts';
import { countOf } from './format.ts';
import type { ChangesItem } from './item.ts';

/** `2 files changed · +12 −4`; an undo says so. */
export function changesText({ files, undo }: ChangesItem): string {
  const count = countOf(files.length, 'file');
  if (undo.state === 'is undo') return `Undone: ${count} as before`;
  const lines = lineCounts(total(files, 'added'), total(files, 'removed'));
  return [`${count} changed`, lines, undo.state === 'undone' ? 'undone' : ''].filter((part) => part !== '').join(' · ');
}

/** `src/parse.ts · new · +12`, one file of them. */
export function fileChangeText({ path, before, after, added, removed }: FileChange): string {
  const what = before === undefined ? 'new' : after === undefined ? 'removed' : '';
  return [path, what, lineCounts(added ?? 0, removed ?? 0)].filter((part) => part !== '').join(' · ');
}

function total(files: readonly FileChange[], of: 'added' | 'removed'): number {
  return files.reduce((sum, file) => sum + (file[of] ?? 0), 0);
}

function lineCounts(added: number, removed: number): string {
  return [added > 0 ? `+${added}` : '', removed > 0 ? `−${removed}` : ''].filter((part) => part !== '').join(' ');
}
