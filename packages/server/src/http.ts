/** What every route knows of its request. */
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type { Problem } from './problem.ts';

export interface Http {
  Bindings: HttpBindings;
  Variables: {
    /** How the caller proved itself. A page's cookie travels by itself; a bearer token never does. */
    auth: 'bearer' | 'cookie';
    /** What was sent, whole; `""` where nothing was. */
    body: string;
  };
}

export type Request = Context<Http>;

export function refuse(c: Request, { status, code, message }: Problem): Response {
  return c.json({ error: { code, message } }, status);
}
