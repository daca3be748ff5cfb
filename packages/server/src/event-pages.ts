import type { LedgerEvent } from '@toolthread/core';
import type { Result } from '@toolthread/store';
import type { ShownLedger } from './shown-ledger.ts';

/** Some events as they go over the wire, and the seq of the last of them. */
interface EventPage {
  readonly bytes: Buffer;
  readonly last: number;
}

export interface EventPages {
  /** Undefined where there is nothing after `after` yet. */
  read(thread: string, after: number): Promise<Result<EventPage | undefined>>;
}

const PAGE = 256;

/** Readers at the same place share one read while it is under way: two hundred tabs cost little more than one. */
export function createEventPages(shown: ShownLedger): EventPages {
  const underWay = new Map<string, Promise<Result<EventPage | undefined>>>();
  return {
    read(thread, after) {
      const key = `${after} ${thread}`;
      const shared = underWay.get(key);
      if (shared !== undefined) return shared;
      const page = readPage(shown, thread, after).finally(() => underWay.delete(key));
      underWay.set(key, page);
      return page;
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

/** JSON has no bare line break, and `seq` is a number: no text can end the frame early. */
export function encodeEvent(event: LedgerEvent): string {
  return `id: ${event.seq}\ndata: ${JSON.stringify(event)}\n\n`;
}
