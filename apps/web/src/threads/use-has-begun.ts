import { useState } from 'react';
import { sessionOf } from '@toolthread/server/answers';
import type { Threads } from './use-threads.ts';

/** Somebody has begun a thread here; a filter does not take that back. Undefined until the list is read. */
export function useHasBegun({ list, problem }: Threads): boolean | undefined {
  const [known, setKnown] = useState<boolean>();
  const now = known === true || list === undefined ? known : list.threads.some(({ id }) => sessionOf(id) === undefined);
  if (now !== known) setKnown(now);
  // Where it cannot be read, nothing is known of any.
  return now ?? (problem === undefined ? undefined : false);
}
