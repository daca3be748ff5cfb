import { randomBytes } from 'node:crypto';
import type { Hono } from 'hono';
import type { Http } from '../../http/http.ts';

/**
 * The page's own renderers, as a module. A browser asks for a module without what a page shows (`X-Toolthread-Page`), so its address is the
 * secret: a name that nobody can guess, another one at each start, which only `GET /api/info` tells. Gives that address.
 */
export function rendererRoutes(app: Hono<Http>, script: string): string {
  const name = `${randomBytes(24).toString('hex')}.js`;
  app.get('/renderers/:name', (c) => {
    if (c.req.param('name') !== name) return c.notFound();
    c.header('content-type', 'text/javascript; charset=utf-8');
    c.header('cache-control', 'no-store');
    return c.body(script);
  });
  return `/renderers/${name}`;
}
