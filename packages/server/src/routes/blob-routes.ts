import { DRAWN_IMAGES } from '@toolthread/core/json';
import type { Hono } from 'hono';
import { blobPieces } from '../http/pieces/blob-pieces.ts';
import { type Http, refuse } from '../http/http.ts';
import { inPieces } from '../http/pieces/in-pieces.ts';
import { ledgerProblem } from '../http/problem.ts';
import type { Services } from './services.ts';

export function blobRoutes(app: Hono<Http>, { shown }: Services): void {
  app.get('/api/blobs/:hash', async (c) => {
    const blob = await shown.blob(c.req.param('hash'), c.get('reads'));
    if (!blob.ok) return refuse(c, ledgerProblem(blob.error));
    const type = c.req.query('type') ?? '';
    // Anything else is bytes to save: a tool wrote it.
    const drawn = DRAWN_IMAGES.includes(type);
    c.header('content-type', drawn ? type : 'application/octet-stream');
    if (!drawn) c.header('content-disposition', 'attachment');
    c.header('cache-control', 'private, max-age=31536000, immutable');
    c.header('content-length', String(blob.value.size));
    return inPieces(c, blobPieces(blob.value));
  });
}
