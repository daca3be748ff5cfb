import type { Result } from '@toolthread/client';
import { server } from '../page/server.ts';

const EVERY_MS = 200;
const MOST_TRIES = 50;

/** Stops the run of a thread, then does what the server refuses beside a run. It is over as soon as it has recorded its end: until then it is tried again. */
export async function stopFirst<Value>(thread: string, work: () => Promise<Result<Value>>): Promise<Result<Value>> {
  const path = `${server.baseUrl}/api/threads/${encodeURIComponent(thread)}/stop`;
  const headers = { 'content-type': 'application/json' };
  // Where nobody answers, the work says so.
  await server.fetch(path, { method: 'POST', headers, body: '{}' }).catch(() => undefined);
  let done = await work();
  for (let tries = 0; !done.ok && done.error.code === 'busy' && tries < MOST_TRIES; tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
    done = await work();
  }
  return done;
}
