import type { ThreadConnection } from '@toolthread/client';
import type { Thread } from '@toolthread/core';

/** All of a thread, of which the page may have the newest part only. It throws with a message, if it cannot be read. */
export async function wholeThread(connection: Pick<ThreadConnection, 'readEarlier' | 'thread'>): Promise<Thread> {
  const read = await connection.readEarlier('all');
  if (!read.ok) throw new Error(read.error.message);
  return connection.thread();
}
