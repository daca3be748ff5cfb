import type { Item } from '@toolthread/core';
import { groupHeader, hasEntries } from '@toolthread/core/lines';

/**
 * An item that has a place but nothing to show: it moved elsewhere, or all that happened in it is withheld. It is not drawn, not even
 * its frame.
 */
export function showsNothing(item: Item): boolean {
  switch (item.kind) {
    case 'gone':
      return true;
    case 'group':
      return groupHeader(item) === undefined && item.live.trim() === '' && !hasEntries(item);
    case 'section':
      for (const inner of item.items) if (!showsNothing(inner)) return false;
      return true;
    case 'message':
    case 'reasoning':
    case 'answer':
    case 'request':
    case 'status':
    case 'compaction':
    case 'changes':
    case 'orphan':
      return false;
    default:
      return item satisfies never;
  }
}
