import type { Hono } from 'hono';
import type { Http } from '../http/http.ts';

/** For whoever watches the server: it answers. */
export function healthRoutes(app: Hono<Http>): void {
  app.get('/api/health', (c) => c.json({ status: 'ok' }));
}
