import { threadOf } from '@toolthread/core';
import type { Thread } from '@toolthread/core';
import { useEffect, useState } from 'react';
import { readLedger } from '../export/read-ledger.ts';
import { server } from '../page/server.ts';

/** A version as it was when event `end` was its last: folded from the ledger's own events. A text says why it cannot be read. */
export function useVersion(thread: string, end: number): Thread | string | undefined {
  const [read, setRead] = useState<{ readonly end: number; readonly version: Thread | string }>();
  useEffect(() => {
    let isWanted = true;
    void readLedger(thread, server.fetch, end).then((events) => {
      if (isWanted) setRead({ end, version: typeof events === 'string' ? events : threadOf(events) });
    });
    return () => {
      isWanted = false;
    };
  }, [thread, end]);
  return read?.end === end ? read.version : undefined;
}
