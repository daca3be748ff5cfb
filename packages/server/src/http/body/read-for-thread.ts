import type { ThreadState } from '@toolthread/core';
import type { Ledger } from '@toolthread/store';
import type { HttpContext } from '../http.ts';
import { ledgerProblem, type Problem } from '../problem.ts';
import { type Body, readBody } from './read-body.ts';

/** What a route about one thread begins with: its thread's name, what was sent, and the thread as it is. */
export async function readForThread<T>(
  c: HttpContext,
  ledger: Pick<Ledger, 'state'>,
  taken: Body<T>,
): Promise<
  | { readonly ok: true; readonly id: string; readonly body: T; readonly state: ThreadState }
  | { readonly ok: false; readonly problem: Problem }
> {
  const body = await readBody(c, taken);
  if (!body.ok) return body;
  const id = c.req.param('id') ?? '';
  const state = await ledger.state(id);
  if (!state.ok) return { ok: false, problem: ledgerProblem(state.error) };
  return { ok: true, id, body: body.value, state: state.value };
}
