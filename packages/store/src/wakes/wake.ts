/** Said to every other node when a thread has grown or is gone. It carries no event: whoever hears it reads the ledger. */
export interface Wake {
  /** The sending node: it has already woken its own readers. */
  readonly node: string;
  readonly thread: string;
  /** The thread's last event; `GONE` if there is no such thread any more, `PURGED` where something was taken out of it. */
  readonly seq: number;
}

export const GONE = -1;
export const PURGED = -2;

/** Ledgers may be in several schemas of one database. The name of a schema may be too long for that of a channel. */
export const CHANNEL = `'toolthread_' || md5(current_schema())`;

/** Of what PostgreSQL carries, which is 8,000 bytes; all that a thread of ours is called takes 36. */
const LONGEST = 7000;

/** JSON, which has no NUL and no half of a pair in it. Undefined if it is too long: whoever reads that thread finds out by itself. */
export function wakeText({ node, thread, seq }: Wake): string | undefined {
  const text = JSON.stringify([node, thread, seq]);
  return Buffer.byteLength(text) > LONGEST ? undefined : text;
}

/** Every client of the database can send anything on a channel. */
export function parseWake(text: string): Wake | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    if (!Array.isArray(parsed)) return undefined;
    const [node, thread, seq]: unknown[] = parsed;
    if (typeof node !== 'string' || typeof thread !== 'string' || typeof seq !== 'number') return undefined;
    return { node, thread, seq };
  } catch {
    return undefined;
  }
}
