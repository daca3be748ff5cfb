import { isLongJson, jsonPieces } from '@toolthread/core/json';
import { bytePieces } from './pieces/byte-pieces.ts';
import type { HttpContext } from './http.ts';
import { inPieces } from './pieces/in-pieces.ts';

/** JSON of which nobody knows how long it is: in pieces where it is long, so that nobody waits until all of it is made. `sendJson(c, { events }, 201)` */
export function sendJson(c: HttpContext, value: object, status: 200 | 201 = 200): Response {
  if (!isLongJson(value)) return c.json(value, status);
  c.status(status);
  c.header('content-type', 'application/json');
  return inPieces(c, bytePieces(jsonPieces(value)));
}
