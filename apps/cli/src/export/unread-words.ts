import type { Account } from '@toolthread/core';
import { malformedLines } from '@toolthread/core/queries';
import { countOf } from '@toolthread/core/text';
import { sessionBefore } from '@toolthread/transcripts';

/** [L4] What an export cannot have; undefined if everything could be read. Reasons may have foreign words: they are not told here. */
export function unreadWords(account: Account): string | undefined {
  const isForked = sessionBefore(account) !== undefined;
  const damaged = malformedLines(account);
  const words = [
    ...(isForked ? ['What came before is in another session, from which this one was forked.'] : []),
    ...(damaged > 0 ? [`${countOf(damaged, 'malformed line')} could not be read.`] : []),
  ];
  if (words.length === 0) return undefined;
  return [...words, `"toolthread inspect" says ${damaged > 0 ? 'why' : 'which'}.`].join(' ');
}
