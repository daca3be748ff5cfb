import { connectThread } from '@toolthread/client';
import type { ThreadConnection } from '@toolthread/client';
import { useEffect, useState } from 'react';
import { server } from '../page/server.ts';
import { fetchInTurn } from '../streams/fetch-in-turn.ts';
import { restWhileHidden } from './rest-while-hidden.ts';

/** The thread, live: `useThread` draws what it says. */
export function useConnection(thread: string | undefined): ThreadConnection | undefined {
  const [connection, setConnection] = useState<ThreadConnection>();
  useEffect(() => {
    if (thread === undefined) return undefined;
    const opened = connectThread({ ...server, fetch: fetchInTurn, thread, from: 'newest' });
    setConnection(opened);
    const stopResting = restWhileHidden(opened);
    return () => {
      stopResting();
      opened.close();
      // Who comes back to this thread is not shown the closed one for a moment.
      setConnection(undefined);
    };
  }, [thread]);
  return connection?.state().id === thread ? connection : undefined;
}
