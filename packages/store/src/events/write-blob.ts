import { randomUUID } from 'node:crypto';
import type { Statements } from '../sql/database.ts';
import type { RowPace } from './row-pace.ts';

/** What is in one row: to read, write or remove so much takes a moment, however large the blob is. */
export const PIECE_BYTES: number = 64 * 1024;

/**
 * Within a transaction: the first piece in the blob's own row, the others behind it, under a name that is given once. The rest of
 * one that was removed is never taken for that of another with the same content.
 */
export async function writeBlob(sql: Statements, hash: string, content: Uint8Array, pace: RowPace): Promise<void> {
  const pieces = content.length > PIECE_BYTES ? randomUUID() : null;
  const first = content.subarray(0, PIECE_BYTES);
  await pace.before(first.length);
  const written = await sql.all(
    `insert into blobs (hash, content, size, pieces) values ($1, $2, $3, $4) on conflict do nothing returning hash`,
    [hash, first, content.length, pieces],
  );
  if (written.length > 0 && pieces !== null) await writePieces(sql, pieces, content, pace);
}

/** All but the first. */
export async function writePieces(sql: Statements, pieces: string, content: Uint8Array, pace: RowPace): Promise<void> {
  for (let at = PIECE_BYTES; at < content.length; at += PIECE_BYTES) {
    const piece = content.subarray(at, at + PIECE_BYTES);
    await pace.before(piece.length);
    await sql.run('insert into blob_pieces (pieces, at, content) values ($1, $2, $3)', [pieces, at, piece]);
  }
}
