import type { Ledger } from '@toolthread/store';
import type { Hono } from 'hono';
import { type Http, refuse } from '../../http/http.ts';
import { problem } from '../../http/problem.ts';

/** It says nothing more about the ledger: what is wrong with a database is not for everybody who can ask. */
export const NOT_READY = 'This server is not ready.';

/** For whoever watches the server. Two routes are for anybody, and tell nothing but that. `trouble`: that it is not ready, in words for anybody. */
export function healthRoutes(app: Hono<Http>, trouble: () => Promise<string | undefined>): void {
  app.get('/api/health', (c) => c.json({ status: 'ok' }));
  app.get('/healthz', (c) => c.text('ok\n'));
  app.get('/readyz', async (c) => {
    const words = await trouble();
    return words === undefined ? c.text('ready\n') : refuse(c, problem(503, 'not_ready', words));
  });
}

/** Anybody may ask: however many do, the database is asked once in this time. */
const AGAIN_MS = 1000;
const PATIENCE_MS = 2000;

/** That the ledger cannot be read within a moment, or what `ownTrouble` says: `readiness(ledger, undefined, Date.now)`. */
export function readiness(
  ledger: Pick<Ledger, 'listThreads'>,
  ownTrouble: (() => Promise<string | undefined>) | undefined,
  now: () => number,
): () => Promise<string | undefined> {
  let asked = -Infinity;
  let answer: Promise<string | undefined> = Promise.resolve(undefined);
  const ask = async (): Promise<string | undefined> => {
    const read = await within(PATIENCE_MS, ledger.listThreads({ limit: 1 }));
    if (read?.ok !== true) return NOT_READY;
    const own =
      ownTrouble &&
      (await within(
        PATIENCE_MS,
        ownTrouble().then((words) => ({ words })),
      ));
    if (own === undefined) return ownTrouble && NOT_READY;
    return own.words === undefined ? undefined : `${NOT_READY} ${own.words}`;
  };
  return () => {
    if (now() - asked >= AGAIN_MS) {
      asked = now();
      answer = ask();
    }
    return answer;
  };
}

/** Undefined if it takes too long, or fails. */
async function within<T>(ms: number, asking: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms).unref();
  });
  const answer = await Promise.race([asking.catch(() => undefined), tooLate]);
  clearTimeout(timer);
  return answer;
}
