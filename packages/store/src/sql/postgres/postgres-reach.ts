import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf } from '@toolthread/core/json';
import { driverUrl } from '../address/driver-url.ts';
import { NO_ANSWER } from './postgres-unavailable.ts';

/** Whether a database answers, as far as that is known without asking it. */
export interface Reach {
  /** Why it cannot be used, once that has lasted longer than a restart should; undefined as long as it can. */
  away(): string | undefined;
  /** Called whenever `away` begins to have words; gives what ends that. */
  onAway(listener: () => void): () => void;
  /** The reason that requests are answered with meanwhile. */
  readonly words: string;
}

/** Whether the database can be reached. `refusing`: it is there, and does not do what it was asked for. */
export type DatabaseReach = { readonly is: 'away' | 'refusing'; readonly why: string } | { readonly is: 'back' };

/** What those tell who ask the database for something. */
export interface ToldReach extends Reach {
  /** An attempt failed: the database, or the way to it, is gone. */
  lost(why: string): void;
  /** It did what it was asked for. */
  found(): void;
  /** The same attempt; if it has no answer for a while, another connection asks whether there is anybody. */
  watched<T>(attempt: Promise<T>): Promise<T>;
  close(): void;
}

export interface ReachOptions {
  readonly url: string;
  /** Nothing comes by any of the connections any more, and nobody would say so. */
  readonly onSilence: () => void;
  readonly onReach: ((reach: DatabaseReach) => void) | undefined;
}

/** An attempt without an answer for so long is looked into. A question may take longer: that is seen by others being answered. */
const SILENT_MS = 1500;
/** A new connection may take this long, twice: one may come at a bad moment. */
const ASK_MS = 1500;
/** A database that is restarted is back by then, and costs whoever asks a pause. */
const RESTART_MS = 5000;
const AGAIN_MS = 1000;

/** `postgresReach({ url, onSilence, onReach })` */
export function postgresReach({ url, onSilence, onReach }: ReachOptions): ToldReach {
  const listeners = new Set<() => void>();
  const closed = new AbortController();
  let since: { readonly why: string; readonly timer: NodeJS.Timeout } | undefined;
  let isKnown = false;
  let looking = false;

  function lost(why: string): void {
    if (since !== undefined || closed.signal.aborted) return;
    since = { why, timer: setTimeout(know, RESTART_MS).unref() };
    onReach?.({ is: 'away', why });
    void untilBack();
  }

  function know(): void {
    if (isKnown || since === undefined) return;
    isKnown = true;
    for (const listener of listeners) listener();
  }

  function found(): void {
    if (since === undefined) return;
    clearTimeout(since.timer);
    since = undefined;
    isKnown = false;
    onReach?.({ is: 'back' });
  }

  /** Those who would find it back may all have been told that it is away, and ask no more. */
  async function untilBack(): Promise<void> {
    while (since !== undefined && !closed.signal.aborted) {
      await pause(AGAIN_MS);
      if (since !== undefined && (await ask(url, closed.signal)) === 'works') found();
    }
  }

  async function look(): Promise<void> {
    if (looking || since !== undefined || closed.signal.aborted) return;
    looking = true;
    const isSilent = (await ask(url, closed.signal)) === 'silent' && (await ask(url, closed.signal)) === 'silent';
    looking = false;
    if (!isSilent || closed.signal.aborted) return;
    lost('The database does not answer.');
    know();
    onSilence();
  }

  function pause(ms: number): Promise<void> {
    return sleep(ms, undefined, { ref: false, signal: closed.signal }).catch(() => undefined);
  }

  return {
    lost,
    found,
    away: () => (isKnown ? since?.why : undefined),
    onAway(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async watched(attempt) {
      const timer = setInterval(() => void look(), SILENT_MS).unref();
      try {
        return await attempt;
      } finally {
        clearInterval(timer);
      }
    },
    words: NO_ANSWER,
    close() {
      closed.abort();
      clearTimeout(since?.timer);
    },
  };
}

/** `refuses`: somebody is there, and says no, or that it is not ready. */
type Answered = 'works' | 'refuses' | 'silent';

/** By a connection of its own: those that are there may be dead, or all in use. */
async function ask(url: string, closed: AbortSignal): Promise<Answered> {
  const { default: pg } = await import('pg');
  const socket = new Socket();
  const client = new pg.Client({
    connectionString: driverUrl(url),
    stream: () => socket,
    application_name: 'toolthread asks',
  });
  client.on('error', () => undefined);
  const asked = client
    .connect()
    .then(() => client.query('select 1'))
    .then(
      (): Answered => 'works',
      // An error with a code of PostgreSQL, or of the system for a closed port, is an answer and not a silence.
      (error: unknown): Answered => (codeOf(error) === 'ETIMEDOUT' ? 'silent' : 'refuses'),
    );
  const late = sleep(ASK_MS, undefined, { ref: false, signal: closed }).then(
    (): Answered => 'silent',
    (): Answered => 'refuses',
  );
  const answered = await Promise.race([asked, late]);
  socket.destroy();
  return answered;
}
