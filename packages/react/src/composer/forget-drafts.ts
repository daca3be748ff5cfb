import type { ThreadState } from '@toolthread/core';
import { cardPlace, nameOf } from './own-draft.ts';

/** What was begun in cards of a thread that are settled, in whatever tab: nobody will finish it. */
export function forgetDrafts(thread: string, { requests }: Pick<ThreadState, 'requests'>): void {
  const base = nameOf(cardPlace(thread, ''), '').slice(0, -1);
  for (const storage of storages()) {
    for (const name of Object.keys(storage)) {
      if (!name.startsWith(base)) continue;
      const [request = ''] = name.slice(base.length).split(':');
      if (requests.get(decodeURIComponent(request))?.settled !== undefined) storage.removeItem(name);
    }
  }
}

function storages(): readonly Storage[] {
  try {
    return [localStorage, sessionStorage];
  } catch {
    return [];
  }
}
