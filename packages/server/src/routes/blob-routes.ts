import type { Hono } from 'hono';
import { type Http, refuse } from '../http/http.ts';
import { inPieces } from '../http/in-pieces.ts';
import { ledgerProblem } from '../http/problem.ts';
import type { ShownLedger } from '../events/shown-ledger.ts';
import type { Services } from './services.ts';

/** What a browser may draw. Anything else, SVG too, is bytes to save: a tool wrote it. */
const DRAWN: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

export function blobRoutes(app: Hono<Http>, { shown }: Services): void {
  app.get('/api/blobs/:hash', async (c) => {
    const blob = await shown.getBlob(c.req.param('hash'));
    if (!blob.ok) return refuse(c, ledgerProblem(blob.error));
    const type = c.req.query('type') ?? '';
    const drawn = DRAWN.has(type);
    c.header('content-type', drawn ? type : 'application/octet-stream');
    if (!drawn) c.header('content-disposition', 'attachment');
    c.header('cache-control', 'private, max-age=31536000, immutable');
    const { length } = blob.value;
    if (length <= PIECE_BYTES) return c.body(new Uint8Array(blob.value));
    c.header('content-length', String(length));
    return inPieces(c, piecesOf(shown, c.req.param('hash'), length));
  });
}

const PIECE_BYTES = 256 * 1024;

/** Read again for each piece: while a slow reader takes one, nobody holds the whole. */
async function* piecesOf(shown: ShownLedger, hash: string, length: number): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for (let from = 0; from < length; from += PIECE_BYTES) yield readPiece(shown, hash, from);
}

async function readPiece(shown: ShownLedger, hash: string, from: number): Promise<Uint8Array<ArrayBuffer>> {
  const blob = await shown.getBlob(hash);
  if (!blob.ok) throw new Error(blob.error.message);
  return new Uint8Array(blob.value.subarray(from, from + PIECE_BYTES));
}
