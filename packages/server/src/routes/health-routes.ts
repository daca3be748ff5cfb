import type { Ledger } from '@toolthread/store';
import type { Hono } from 'hono';
import { type Http, refuse } from '../http/http.ts';
import { problem } from '../http/problem.ts';

/** For whoever watches the server. Two routes are for anybody, and tell nothing but that. */
export function healthRoutes(app: Hono<Http>, isReady: () => Promise<boolean>): void {
  app.get('/api/health', (c) => c.json({ status: 'ok' }));
  app.get('/healthz', (c) => c.text('ok\n'));
  app.get('/readyz', async (c) =>
    (await isReady()) ? c.text('ready\n') : refuse(c, problem(503, 'not_ready', 'This server is not ready.')),
  );
}

/** Anybody may ask: however many do, the database is asked once in this time. */
const AGAIN_MS = 1000;
const PATIENCE_MS = 2000;

/** Whether the ledger can be read, within a moment: `readiness(ledger, Date.now)`. */
export function readiness(ledger: Pick<Ledger, 'listThreads'>, now: () => number): () => Promise<boolean> {
  let asked = -Infinity;
  let answer: Promise<boolean> = Promise.resolve(false);
  return () => {
    if (now() - asked >= AGAIN_MS) {
      asked = now();
      answer = within(PATIENCE_MS, ledger.listThreads({ limit: 1 }));
    }
    return answer;
  };
}

async function within(ms: number, reading: ReturnType<Ledger['listThreads']>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), ms).unref();
  });
  const read = reading.then(
    ({ ok }) => ok,
    () => false,
  );
  const is = await Promise.race([read, tooLate]);
  clearTimeout(timer);
  return is;
}
