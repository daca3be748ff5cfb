import type { BlobPiece } from '../ledger.ts';
import { column } from '../sql/column.ts';
import type { Queryable } from '../sql/database.ts';
import { PIECE_BYTES } from './write-blob.ts';

/** What schema 5 found in one row has no size beside it. */
export const BLOB_SIZE = 'coalesce(size, length(content))';

/** Pieces in a statement. */
const PIECES = 16;

/** `await readBlob(reader, hash)`: all of it or a piece, at the cost of what is read; undefined if it is not there. */
export async function readBlob(reader: Queryable, hash: string, piece?: BlobPiece): Promise<Uint8Array | undefined> {
  const [row] = await reader.all(`select ${BLOB_SIZE} as size, pieces from blobs where hash = $1`, [hash]);
  if (row === undefined) return undefined;
  const size = column.number(row, 'size');
  const from = piece?.from ?? 0;
  const to = Math.min(size, piece === undefined ? size : from + piece.bytes);
  const read: Uint8Array[] = [];
  if (from < PIECE_BYTES) {
    const [first] = await reader.all('select content from blobs where hash = $1', [hash]);
    if (first === undefined) return undefined;
    read.push(column.bytes(first, 'content').subarray(from, to));
  }
  for (let at = Math.max(from, PIECE_BYTES); at < to;) {
    const start = at - (at % PIECE_BYTES);
    const end = Math.min(to, start + PIECES * PIECE_BYTES);
    const rows = await reader.all(
      'select content from blob_pieces where pieces = $1 and at >= $2 and at < $3 order by at',
      [column.text(row, 'pieces'), start, end],
    );
    const slice = joined(rows.map((found) => column.bytes(found, 'content'))).subarray(at - start, end - start);
    // It was removed meanwhile.
    if (slice.length < end - at) return undefined;
    read.push(slice);
    at = end;
  }
  return joined(read);
}

/** One piece is not copied. */
function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const [only] = pieces;
  return pieces.length === 1 && only !== undefined ? only : Buffer.concat(pieces);
}
