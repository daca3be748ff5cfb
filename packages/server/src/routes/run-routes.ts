import type { Hono } from 'hono';
import { type Http, refuse } from '../http/http.ts';
import { ledgerProblem, type Problem, problem } from '../http/problem.ts';
import { emptyBody } from '../http/body/read-body.ts';
import { readForThread } from '../http/body/read-for-thread.ts';
import type { ErrandAnswer } from '../nodes/errand.ts';
import type { Services } from './services.ts';

/** What a person wants of the agent beside words: a shorter context, or the next attempt now. */
export function runRoutes(app: Hono<Http>, { ledger, runner }: Services): void {
  app.post('/api/threads/:id/compact', async (c) => {
    const asked = await readForThread(c, ledger, emptyBody);
    if (!asked.ok) return refuse(c, asked.problem);
    if (asked.state.agent === 'elsewhere') return refuse(c, CANNOT_COMPACT);
    const outcome = await runner.compact(asked.id, c.get('by'));
    if (typeof outcome === 'object') return refuse(c, problem(429, 'spending_limit', outcome.over));
    if (outcome !== 'compacted') return refuse(c, REFUSALS[outcome]);
    const after = await ledger.state(asked.id);
    if (!after.ok) return refuse(c, ledgerProblem(after.error));
    const { compaction } = after.value.scopes.get('') ?? {};
    return c.json({ tokens_before: compaction?.tokens_before ?? null, tokens_after: compaction?.tokens_after ?? null });
  });

  app.post('/api/threads/:id/try-now', async (c) => {
    const asked = await readForThread(c, ledger, emptyBody);
    if (!asked.ok) return refuse(c, asked.problem);
    const wanted = { thread: asked.id, by: c.get('by') };
    const elsewhere = await runner.others?.ask({ kind: 'try now', ...wanted });
    const tried = elsewhere ?? (await tryNowHere({ runner }, wanted));
    return tried.ok ? c.body(null, 204) : refuse(c, tried.problem);
  });
}

/** If this node has the run. */
export async function tryNowHere(
  { runner }: Pick<Services, 'runner'>,
  { thread, by }: { readonly thread: string; readonly by: string },
): Promise<ErrandAnswer> {
  const tried = await runner.tryNow(thread, by);
  if (!tried.ok) return { ok: false, problem: ledgerProblem(tried.error) };
  return tried.value ? { ok: true, value: {} } : { ok: false, problem: NOT_WAITING };
}

const CANNOT_COMPACT = problem(409, 'cannot_compact', 'The agent of this thread does not summarise on demand.');
const NOT_WAITING = problem(
  409,
  'not_waiting',
  'No run is waiting for its next attempt: it has already begun, the run is over, or it was cut off with its node and another one takes it up.',
);
const REFUSALS: { readonly [outcome in 'busy' | 'impossible' | 'nothing' | 'no summary']: Problem } = {
  busy: problem(409, 'busy', 'An agent is working in this thread, or waits for you. Compact it when the run is over.'),
  impossible: CANNOT_COMPACT,
  nothing: problem(
    409,
    'nothing_to_compact',
    'There is nothing to summarise yet, or nothing new since the last summary.',
  ),
  'no summary': problem(502, 'no_summary', 'The model returned no summary. Nothing was changed; try again.'),
};
