import { callResult } from '@toolthread/core';
import { resultText } from '@toolthread/core/lines';
import type { Hono } from 'hono';
import { blobPieces } from '../http/pieces/blob-pieces.ts';
import { type Http, refuse } from '../http/http.ts';
import { inPieces } from '../http/pieces/in-pieces.ts';
import { ledgerProblem, problem } from '../http/problem.ts';
import type { Services } from './services.ts';

/** What a call gave, all of it, as text: a tool wrote it, and nothing in it is drawn. */
export function callRoutes(app: Hono<Http>, { ledger, shown }: Services): void {
  app.get('/api/threads/:id/calls/:call/result', async (c) => {
    const state = await ledger.shown(c.req.param('id'));
    if (!state.ok) return refuse(c, ledgerProblem(state.error));
    const { outward, byPlace } = state.value.calls;
    const name = c.req.param('call');
    const call = byPlace.get(c.req.query('by') === 'place' ? name : (outward.get(name) ?? ''));
    if (call === undefined) return refuse(c, NO_SUCH_CALL);
    const result = callResult(call);
    if (result === undefined) return refuse(c, NO_RESULT);
    c.header('content-type', 'text/plain; charset=utf-8');
    const whole = result.fullBlob === undefined ? undefined : await shown.blob(result.fullBlob, c.get('reads'));
    // What was cut is not always kept: then what is there.
    if (whole?.ok === true) {
      c.header('content-length', String(whole.value.size));
      return inPieces(c, blobPieces(whole.value));
    }
    return c.body(resultText(call) ?? '');
  });
}

const NO_SUCH_CALL = problem(404, 'no_such_call', 'There is no such call in this thread.');
const NO_RESULT = problem(404, 'no_result', 'This call has no result yet.');
