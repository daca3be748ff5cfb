import type { LedgerEvent } from '@toolthread/core';
import type { Result } from '@toolthread/store';
import { frameText } from './frame-text.ts';
import type { ShownLedger } from './shown-ledger.ts';

/** Some events as they go over the wire, and the seq of the last of them. */
interface EventPage {
  readonly bytes: Buffer;
  readonly last: number;
}

export interface EventPages {
  /** Undefined if there is nothing after `after` yet. */
  read(thread: string, after: number): Promise<Result<EventPage | undefined>>;
  /** Something of the thread was purged: what was read before is not given again. */
  forget(thread: string): void;
}

const PAGE = 256;

/** Of all pages that are kept. The newest is, however large it is. */
const KEPT_BYTES = 8 * 1024 * 1024;
/** So that a purged payload is soon gone from here, too. */
const KEPT_MS = 2000;

/**
 * Readers at the same place share one read, and what it gave: two hundred tabs cost little more than one. Pages are kept here for a
 * moment so that no reader has to hold one: a slow reader asks again when it has taken a piece.
 */
export function createEventPages(shown: ShownLedger): EventPages {
  const underWay = new Map<string, Promise<Result<EventPage | undefined>>>();
  const kept = new Map<string, EventPage>();
  let keptBytes = 0;

  function drop(key: string): void {
    keptBytes -= kept.get(key)?.bytes.length ?? 0;
    kept.delete(key);
  }

  function keep(key: string, page: EventPage): void {
    kept.set(key, page);
    keptBytes += page.bytes.length;
    for (const oldest of kept.keys()) {
      if (keptBytes <= KEPT_BYTES || oldest === key) break;
      drop(oldest);
    }
    setTimeout(() => kept.get(key) === page && drop(key), KEPT_MS).unref();
  }

  function readAndKeep(key: string, thread: string, after: number): Promise<Result<EventPage | undefined>> {
    const reading = readPage(shown, thread, after).then(
      (page) => {
        // What was read before a purge is not kept after it.
        if (ended(key, reading) && page.ok && page.value !== undefined) keep(key, page.value);
        return page;
      },
      (error: unknown) => {
        ended(key, reading);
        throw error;
      },
    );
    underWay.set(key, reading);
    return reading;
  }

  function ended(key: string, reading: Promise<unknown>): boolean {
    return underWay.get(key) === reading && underWay.delete(key);
  }

  return {
    async read(thread, after) {
      const key = `${after} ${thread}`;
      const page = kept.get(key);
      if (page !== undefined) return { ok: true, value: page };
      return underWay.get(key) ?? readAndKeep(key, thread, after);
    },
    forget(thread) {
      for (const key of [...kept.keys(), ...underWay.keys()]) {
        if (!key.endsWith(` ${thread}`)) continue;
        drop(key);
        underWay.delete(key);
      }
    },
  };
}

async function readPage(shown: ShownLedger, thread: string, after: number): Promise<Result<EventPage | undefined>> {
  const events = await shown.read(thread, { after, limit: PAGE });
  if (!events.ok) return events;
  const last = events.value.at(-1);
  if (last === undefined) return { ok: true, value: undefined };
  return { ok: true, value: { bytes: Buffer.from(events.value.map(encodeEvent).join('')), last: last.seq } };
}

export function encodeEvent(event: LedgerEvent): string {
  return frameText(JSON.stringify(event), event.seq);
}
