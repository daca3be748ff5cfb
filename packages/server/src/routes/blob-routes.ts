import type { Hono } from 'hono';
import { type Http, refuse } from '../http/http.ts';
import { inPieces } from '../http/in-pieces.ts';
import { ledgerProblem } from '../http/problem.ts';
import type { ShownBlob } from '../events/shown-ledger.ts';
import type { Services } from './services.ts';

/** What a browser may draw. Anything else, SVG too, is bytes to save: a tool wrote it. */
const DRAWN: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

export function blobRoutes(app: Hono<Http>, { shown }: Services): void {
  app.get('/api/blobs/:hash', async (c) => {
    const blob = await shown.blob(c.req.param('hash'));
    if (!blob.ok) return refuse(c, ledgerProblem(blob.error));
    const type = c.req.query('type') ?? '';
    const drawn = DRAWN.has(type);
    c.header('content-type', drawn ? type : 'application/octet-stream');
    if (!drawn) c.header('content-disposition', 'attachment');
    c.header('cache-control', 'private, max-age=31536000, immutable');
    c.header('content-length', String(blob.value.size));
    return inPieces(c, piecesOf(blob.value));
  });
}

/** What is read at once. */
const PIECE_BYTES = 64 * 1024;
/** What is given on at once: every stage on the way to a reader that takes nothing holds one, all of the same piece. */
const VIEW_BYTES = 16 * 1024;

/** Each is read when the one before is gone: while a slow reader takes one, nobody holds the whole. */
async function* piecesOf({ size, read }: ShownBlob): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for (let from = 0; from < size; from += PIECE_BYTES) {
    const piece = await read({ from, bytes: PIECE_BYTES });
    if (!piece.ok) throw new Error(piece.error.message);
    for (let at = 0; at < piece.value.length; at += VIEW_BYTES) yield viewOf(piece.value, at);
  }
}

/** No copy: what was sent is left to the collector, and should not be left to it twice. */
function viewOf({ buffer, byteOffset, length }: Uint8Array, at: number): Uint8Array<ArrayBuffer> {
  const size = Math.min(VIEW_BYTES, length - at);
  if (buffer instanceof ArrayBuffer) return new Uint8Array(buffer, byteOffset + at, size);
  return new Uint8Array(new Uint8Array(buffer, byteOffset + at, size));
}
