import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Reader, Readers } from '@toolthread/store';
import { repeatedly } from '../../nodes/repeatedly.ts';
import type { OwnPresence, Presence } from './presence.ts';

/** How soon others know. */
const SAY_MS = 1000;
/** Whether or not anything is different. */
const RENEW_MS = 5000;
/** Of a server that was killed, or is cut off, nobody reads along after that. */
const LEASE_MS = 15_000;

/** Whoever cannot say that it is gone is so when its time is over. */
const LEAVE_MS = 2000;

/** `sharedPresence(createPresence(now), people.readers, onError)`: with those who read at other servers of the same ledger. */
export function sharedPresence(own: OwnPresence, readers: Readers, onError: (error: unknown) => void): Presence {
  const server = randomUUID();
  /** What this server has said, by its words. */
  let said = new Map<string, Reader>();
  let saidAt = 0;

  async function say(): Promise<void> {
    const now = new Map(own.all().map((reader) => [JSON.stringify([reader.thread, reader.person]), reader]));
    const came = [...now].filter(([words]) => !said.has(words)).map(([, reader]) => reader);
    const left = [...said].filter(([words]) => !now.has(words)).map(([, reader]) => reader);
    const isDue = performance.now() - saidAt >= RENEW_MS && now.size > 0;
    if (came.length === 0 && left.length === 0 && !isDue) return;
    const told = await readers.say(server, { came, left }, LEASE_MS);
    // Nobody is told now; the next time, all of it is new.
    if (!told.ok) return;
    saidAt = performance.now();
    const isWhole = told.value === 'known' || said.size === 0;
    said = isWhole ? now : new Map();
    if (!isWhole) await say();
  }

  const saying = repeatedly(SAY_MS, () => say().catch(onError));
  return {
    enter: own.enter,
    async here(thread) {
      const elsewhere = await readers.of(thread);
      const names = new Set([...(await own.here(thread)), ...(elsewhere.ok ? elsewhere.value : [])]);
      return [...names].toSorted((a, b) => (a < b ? -1 : 1));
    },
    async close() {
      const left = saying.stop().then(() => (saidAt > 0 ? readers.leave(server) : undefined));
      await Promise.race([left.catch(onError), sleep(LEAVE_MS, undefined, { ref: false })]);
    },
  };
}
