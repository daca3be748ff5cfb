import { connectThread } from '@toolthread/client';
import type { ThreadConnection } from '@toolthread/client';
import { useEffect, useReducer, useState } from 'react';
import { server } from '../page/server.ts';
import { restWhileHidden } from './rest-while-hidden.ts';

/** The thread, live: every change draws the page anew, at most once a frame. */
export function useConnection(thread: string | undefined): ThreadConnection | undefined {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const [connection, setConnection] = useState<ThreadConnection>();
  useEffect(() => {
    if (thread === undefined) return undefined;
    const opened = connectThread({ ...server, thread, onChange: redraw });
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
