import { statSync } from 'node:fs';
import { lockFile } from '../file/hold-file.ts';

/**
 * A message for a file that is empty or gone, although it contained a ledger. SQLite would take it for a new one, and drop what its log still contains. Undefined
 * if all is well. To be called before anything is opened.
 */
export function emptiedWords(file: string): string | undefined {
  const size = sizeOf(file);
  if (size !== undefined && size > 0) return undefined;
  const hasLog = (sizeOf(`${file}-wal`) ?? 0) > 0;
  // If the file was deleted with everything that belongs to it, the user wants a new one.
  const wasUsed = size === 0 && (sizeOf(lockFile(file)) ?? 0) > 0;
  if (!hasLog && !wasUsed) return undefined;
  const beside = [hasLog ? `${file}-wal` : [], wasUsed ? lockFile(file) : []].flat().join(' and ');
  return `${file} is ${size === 0 ? 'empty' : 'gone'}, and a ledger was in it: ${beside} ${hasLog && wasUsed ? 'are' : 'is'} still there. Nothing was changed. Put a backup in its place, or move ${beside} away to start a new one.`;
}

function sizeOf(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.size;
}
