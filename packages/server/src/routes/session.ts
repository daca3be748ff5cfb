import type { Hono } from 'hono';
import { emptyBody, readBody } from '../body.ts';
import { type Http, refuse } from '../http.ts';
import type { Token } from '../token.ts';

export function sessionRoutes(app: Hono<Http>, token: Token): void {
  /** The page has the token from the address it was opened with; from now on a cookie speaks that no script can read. */
  app.post('/api/session', async (c) => {
    const body = readBody(c, emptyBody);
    if (!body.ok) return refuse(c, body.problem);
    c.header('set-cookie', token.cookie(c.env.incoming));
    return c.body(null, 204);
  });

  app.get('/api/health', (c) => c.json({ status: 'ok' }));
}
