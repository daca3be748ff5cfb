import { driverUrl } from '../sql/address/driver-url.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import type { Row } from '../sql/database.ts';
import { CHANNEL, type Wake, parseWake } from './wake.ts';

export interface Hearing {
  /** Not through a pooler that gives the connection to another client after each transaction. */
  readonly url: string;
  readonly onWake: (wake: Wake) => void;
  /** From now on nothing is missed; what was said before may have been. */
  readonly onListening: () => void;
}

const FIRST_PAUSE_MS = 100;
const LAST_PAUSE_MS = 5000;
/** A connection whose other end is gone without a word is given up after two of these. */
const PROBE_MS = 10_000;

/** `const end = hearWakes({ url, onWake, onListening })`. A connection that is lost is made again, until `end` is called. */
export function hearWakes({ url, onWake, onListening }: Hearing): () => Promise<void> {
  const ended = new AbortController();
  let client: Client | undefined;

  async function hear(): Promise<void> {
    let pause = FIRST_PAUSE_MS;
    while (!ended.signal.aborted) {
      const heard = await hearOnce().catch(() => false);
      pause = heard ? FIRST_PAUSE_MS : Math.min(LAST_PAUSE_MS, pause * 2);
      await sleep(pause, undefined, { ref: false, signal: ended.signal }).catch(() => undefined);
    }
  }

  /** Until the connection is gone; whether there was one. */
  async function hearOnce(): Promise<boolean> {
    const { default: pg } = await import('pg');
    const own = new pg.Client({
      connectionString: driverUrl(url),
      keepAlive: true,
      connectionTimeoutMillis: PROBE_MS,
      query_timeout: PROBE_MS,
      application_name: 'toolthread listens',
    });
    client = own;
    const gone = new Promise<void>((resolve) => {
      own.on('error', () => resolve());
      own.once('end', resolve);
    });
    const leave = (): void => void own.end().catch(() => undefined);
    ended.signal.addEventListener('abort', leave, { once: true });
    let probe: NodeJS.Timeout | undefined;
    try {
      await own.connect();
      own.on('notification', ({ payload = '' }) => {
        const wake = parseWake(payload);
        if (wake !== undefined) onWake(wake);
      });
      const { rows } = await own.query<Row>(`select ${CHANNEL} as channel`);
      const listen = `listen "${String(rows[0]?.['channel'])}"`;
      await own.query(listen);
      if (ended.signal.aborted) return true;
      onListening();
      probe = setInterval(() => void own.query(listen).catch(leave), PROBE_MS).unref();
      await gone;
      return true;
    } finally {
      clearInterval(probe);
      ended.signal.removeEventListener('abort', leave);
      leave();
    }
  }

  const hearing = hear();
  return async () => {
    ended.abort();
    await client?.end().catch(() => undefined);
    await hearing;
  };
}
