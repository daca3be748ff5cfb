import { callStatus } from '@toolthread/core';
import type { Entry, GroupItem } from '@toolthread/core';

/** Which entries of groups were printed, where nothing can be drawn again: what is printed later is what is new. */
export class ToldEntries {
  /** By their keys: how a call stood when it was printed. One that fails later is printed once more. */
  readonly #told = new Map<string, string>();

  /** The group without what was printed of it, as it stands: it may still go on. From now on all of it is. */
  take(group: GroupItem): GroupItem {
    let { entries } = group;
    const tally: { -readonly [name in keyof GroupItem['tally']]: number } = { ...group.tally };
    for (const [index, entry] of [...entries].entries()) {
      const status = entry.kind === 'call' ? callStatus(entry.call) : undefined;
      const known = this.#told.get(entry.key);
      this.#told.set(entry.key, status ?? entry.kind);
      if (known !== (status ?? entry.kind)) continue;
      entries = entries.set(index, { kind: 'gone', key: entry.key });
      if (status === undefined) continue;
      tally.calls -= 1;
      tally[status] -= 1;
    }
    return { ...group, entries, tally, active: false, live: '' };
  }

  /** Words that were printed before they were an entry of the group. */
  tell({ entries }: GroupItem, words: string): boolean {
    const said = [...entries].find((entry) => isNew(entry, this.#told) && entry.text.trim() === words);
    if (said !== undefined) this.#told.set(said.key, said.kind);
    return said !== undefined;
  }
}

function isNew(entry: Entry, told: ReadonlyMap<string, string>): entry is Extract<Entry, { kind: 'commentary' }> {
  return entry.kind === 'commentary' && !told.has(entry.key);
}
