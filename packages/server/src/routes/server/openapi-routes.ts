import type { Hono } from 'hono';
import type { Http } from '../../http/http.ts';
import { openApi } from '../../openapi/open-api.ts';

/** What there is to ask, for whoever writes a client. */
export function openapiRoutes(app: Hono<Http>, basePath: string): void {
  app.get('/api/openapi.json', (c) => c.json(openApi(basePath)));
}
