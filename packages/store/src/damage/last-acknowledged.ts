/**
 * A record beside the ledger of what it has acknowledged: the number of the last event of each thread that was recently written to. A file that was cut off, or
 * put back as it was before, is sound in itself: only somebody who knows what was in it can say that something is missing.
 *
 * Law: the record never says more than the file had. It is written after a commit that has waited for the disk, and taken back, also on the disk, before a
 * thread is deleted. It may say less: it does not wait for the disk itself.
 */
import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { codeOf } from '@toolthread/core/json';
import { thrownWords } from '@toolthread/core/text';
import { DatabaseUnavailable } from '../sql/database.ts';
import { sumOf } from './sum-of.ts';

export interface LastAcknowledged {
  /** The events are committed, and on the disk. */
  note(thread: string, seq: number): void;
  /** Called before the thread is deleted. */
  forget(thread: string): void;
  close(): void;
}

/** Each entry has its own place in the file, so that a crash while one is written does not damage the others. */
const PLACE_BYTES = 256;
/** The newest entry is enough to show that something is missing; the others show in which threads. */
const PLACES = 256;

/** How the name of the record ends, after that of the ledger. */
export const LAST = '-last';

/** `lastAcknowledged('data/ledger.db')`: of each thread the number of its last event, as far as that is recorded. */
export function lastAcknowledged(file: string): ReadonlyMap<string, number> {
  return new Map([...placesIn(file)].map(([thread, { seq }]) => [thread, seq]));
}

/** `const acknowledged = openLastAcknowledged('data/ledger.db')`: goes on with the record that is there. */
export function openLastAcknowledged(file: string): LastAcknowledged {
  // The one that was noted last is last.
  const places = placesIn(file);
  const used = new Set([...places.values()].map(({ at }) => at));
  const free = Array.from({ length: PLACES }, (_, at) => at).filter((at) => !used.has(at));
  const handle = openSync(file + LAST, places.size === 0 ? 'w' : 'r+', 0o600);

  // Its number may be another file's once it is closed.
  let isOpen = true;

  function placeFor(thread: string): number | undefined {
    const own = places.get(thread)?.at ?? free.pop();
    if (own !== undefined) return own;
    const [oldest] = places;
    if (oldest !== undefined) places.delete(oldest[0]);
    return oldest?.[1].at;
  }

  return {
    note: (thread, seq) => {
      const words = wordsOf(thread, seq);
      if (!isOpen || words === undefined || seq <= (places.get(thread)?.seq ?? 0)) return;
      const at = placeFor(thread);
      if (at === undefined) return;
      places.delete(thread);
      places.set(thread, { at, seq });
      try {
        writeSync(handle, words, 0, PLACE_BYTES, at * PLACE_BYTES);
      } catch {
        // On a full disk, what is committed stays committed, and the record says less.
      }
    },
    forget: (thread) => {
      const place = places.get(thread);
      if (!isOpen || place === undefined) return;
      try {
        writeSync(handle, Buffer.alloc(PLACE_BYTES, EMPTY), 0, PLACE_BYTES, place.at * PLACE_BYTES);
        fsyncSync(handle);
      } catch (error) {
        throw new DatabaseUnavailable(thrownWords(error), { cause: error });
      }
      places.delete(thread);
      free.push(place.at);
    },
    close: () => {
      if (isOpen) closeSync(handle);
      isOpen = false;
    },
  };
}

const EMPTY = `${' '.repeat(PLACE_BYTES - 1)}\n`;

/** Undefined if the name of the thread is too long for a place. */
function wordsOf(thread: string, seq: number): Buffer | undefined {
  const words = Buffer.from(`${sumOf(thread, seq, '')} ${seq} ${JSON.stringify(thread)}`);
  if (words.length >= PLACE_BYTES) return undefined;
  const place = Buffer.alloc(PLACE_BYTES, EMPTY);
  words.copy(place);
  return place;
}

interface Place {
  readonly at: number;
  readonly seq: number;
}

function placesIn(file: string): Map<string, Place> {
  const places = new Map<string, Place>();
  const bytes = bytesOf(file + LAST);
  for (let at = 0; at < PLACES && (at + 1) * PLACE_BYTES <= bytes.length; at += 1) {
    const [, sum, number, name = ''] =
      /^(\d\d*) (\d\d*) (".*") *\n$/.exec(bytes.toString('utf8', at * PLACE_BYTES, (at + 1) * PLACE_BYTES)) ?? [];
    const [thread, seq] = [textIn(name), Number(number)];
    // An entry that is torn or was never written is ignored.
    if (thread !== undefined && sumOf(thread, seq, '') === Number(sum)) places.set(thread, { at, seq });
  }
  return places;
}

function bytesOf(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return Buffer.alloc(0);
    throw error;
  }
}

function textIn(json: string): string | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}
