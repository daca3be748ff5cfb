import type { Hono } from 'hono';
import { emptyBody, readBody } from '../http/read-body.ts';
import { passCookie } from '../access/browser-pass.ts';
import { type Http, refuse } from '../http/http.ts';
import { NO_TOKEN } from '../http/problem.ts';

/** `/api/session` is its name on the wire: what it gives is a pass. */
export function passRoutes(app: Hono<Http>, basePath: string): void {
  /** The page has the token from the address it was opened with; from now on a cookie and a secret of the page speak, together. */
  app.post('/api/session', async (c) => {
    const body = await readBody(c, emptyBody);
    if (!body.ok) return refuse(c, body.problem);
    const pass = c.get('pass');
    // Who is known otherwise has no token to swap.
    if (pass === undefined) return refuse(c, NO_TOKEN);
    c.header('set-cookie', passCookie(pass, c.get('caller'), basePath));
    return c.json({ page_secret: pass.pageSecret });
  });
}
