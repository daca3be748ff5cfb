import type { Hono } from 'hono';
import { stepRequest, type StepRequestSources } from '../events/step-request.ts';
import { type Http, refuse } from '../http/http.ts';
import { problem } from '../http/problem.ts';
import { sendJson } from '../http/send-json.ts';

/** What a step asked its model. */
export function stepRoutes(app: Hono<Http>, sources: StepRequestSources): void {
  app.get('/api/threads/:id/steps/:step/request', async (c) => {
    const step = c.req.param('step');
    if (!/^\d{1,15}$/.test(step)) return refuse(c, BAD_STEP);
    const scope = c.req.query('scope') || undefined;
    const asked = await stepRequest(sources, { thread: c.req.param('id'), scope, step: Number(step) });
    if (!asked.ok) return refuse(c, asked.problem);
    return sendJson(c, { request: asked.value });
  });
}

const BAD_STEP = problem(400, 'bad_step', 'A step is a number from 1.');
