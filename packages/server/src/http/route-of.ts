import { matchedRoutes } from 'hono/route';
import type { HttpContext } from './http.ts';

/** The page's route: it answers every address that no other route answers. */
const EVERYTHING = '/*';

/** The route that a request is for; undefined if there is none, and the page or nobody answers. */
export function routeOf(c: HttpContext): { readonly method: string; readonly path: string } | undefined {
  return matchedRoutes(c).find(({ method, path }) => method !== 'ALL' && path !== EVERYTHING);
}
