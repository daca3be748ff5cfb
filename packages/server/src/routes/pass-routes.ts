import type { Hono } from 'hono';
import { emptyBody, readBody } from '../http/body/read-body.ts';
import { passCookie } from '../access/browser-pass.ts';
import { type Http, refuse } from '../http/http.ts';
import { NO_TOKEN } from '../http/problem.ts';

/** `/api/session` is its name on the wire: what it gives is a pass. */
export function passRoutes(app: Hono<Http>, basePath: string): void {
  /** The page has the token from the address it was opened with. From now on it uses a cookie and a page secret, both together. */
  app.post('/api/session', async (c) => {
    const body = await readBody(c, emptyBody);
    if (!body.ok) return refuse(c, body.problem);
    const pass = c.get('pass');
    // Somebody who is known in another way has no token to exchange.
    if (pass === undefined) return refuse(c, NO_TOKEN);
    c.header('set-cookie', passCookie(pass, c.get('caller'), basePath));
    return c.json({ page_secret: pass.pageSecret });
  });
}
