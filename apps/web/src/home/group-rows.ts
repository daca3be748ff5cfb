import { daysAgo } from '@toolthread/react';
import type { HomeRow } from './home-row.ts';

export interface FolderRows {
  /** `pinned`: wherever they are. */
  readonly folder: HomeRow['folder'] | { readonly is: 'pinned' };
  readonly days: readonly { readonly day: number; readonly rows: readonly HomeRow[] }[];
}

/** Those that are pinned, then by folder and day; all in the order of their newest. `day`: how many days ago. */
export function groupRows(rows: readonly HomeRow[], now: number): readonly FolderRows[] {
  const pinned = { is: 'pinned' } as const;
  const folders = grouped(rows, (row) => (row.pinned ? pinned : row.folder));
  return folders.map(([folder, inside]) => {
    const days = grouped(inside, ({ at }) => daysAgo(at, now));
    return { folder, days: days.map(([day, those]) => ({ day, rows: those })) };
  });
}

function grouped<Key>(
  rows: readonly HomeRow[],
  keyOf: (row: HomeRow) => Key,
): readonly (readonly [Key, readonly HomeRow[]])[] {
  const groups = new Map<Key, HomeRow[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  return [...groups];
}
