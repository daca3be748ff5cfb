import { timingSafeEqual } from 'node:crypto';
import { HUMAN } from '@toolthread/core';
import type { Hono } from 'hono';
import { bearerOf } from '../../access/tokens/bearer-of.ts';
import { sha256 } from '../../access/tokens/token-row.ts';
import { type Http, type HttpContext, refuse } from '../../http/http.ts';
import { problem } from '../../http/problem.ts';
import type { Metrics } from '../../metrics/metrics.ts';
import type { Runner } from '../../runs/runner.ts';

/** For a program that watches. The counts are of everybody's threads: they are the operator's to see, not a person's. */
export function metricsRoutes(app: Hono<Http>, metrics: Metrics, runner: Pick<Runner, 'load'>): void {
  app.get('/metrics', (c) => {
    if (c.get('by') !== HUMAN) return refuse(c, problem(403, 'not_allowed', 'Only an operator may see this.'));
    return c.text(metrics.text(runner.load()), 200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' });
  });
}

/** Whether a request shows the token that opens this route and no other. */
export function showsToken(c: HttpContext, token: string | undefined): boolean {
  const given = bearerOf(c.env.incoming);
  if (token === undefined || given === undefined) return false;
  return timingSafeEqual(Buffer.from(sha256(given)), Buffer.from(sha256(token)));
}
