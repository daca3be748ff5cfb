import type { Account } from '@toolthread/core';
import { malformedLines } from '@toolthread/core/queries';
import { countOf } from '@toolthread/core/text';

/** [L4] What an export cannot have; undefined if everything could be read. Reasons may have foreign words: they are not told here. */
export function unreadWords(account: Account): string | undefined {
  const count = malformedLines(account);
  return count === 0
    ? undefined
    : `${countOf(count, 'malformed line')} could not be read. "toolthread inspect" says why.`;
}
