import { setTimeout as sleep } from 'node:timers/promises';
import type { Nodes, Result } from '@toolthread/store';
import { ledgerProblem, problem } from '../http/problem.ts';
import { answerSchema, type Errand, type ErrandAnswer } from './errand.ts';

const LOOK_MS = 50;
/** A node that is asked looks four times a second, and waits up to ten for a run to end. */
const PATIENCE_MS = 15_000;

/** `await askNode(ledger.nodes, 'a', { kind: 'undo', … })`: what node "a" answers, or why it does not. */
export async function askNode(
  nodes: Pick<Nodes, 'living' | 'errands'>,
  node: string,
  errand: Errand,
): Promise<ErrandAnswer> {
  const living = await nodes.living();
  if (!living.ok) return refused(living);
  if (!living.value.includes(node)) return { ok: false, problem: away(node) };
  const asked = await nodes.errands.ask(node, JSON.stringify(errand));
  if (!asked.ok) return refused(asked);
  for (let left = PATIENCE_MS; left > 0; left -= LOOK_MS) {
    await sleep(LOOK_MS);
    const answered = await nodes.errands.answered(asked.value);
    if (!answered.ok || answered.value === undefined) continue;
    await nodes.errands.end(asked.value);
    const read = answerSchema.safeParse(JSON.parse(answered.value));
    return read.success ? read.data : { ok: false, problem: silent(node, true) };
  }
  const taken = await nodes.errands.end(asked.value);
  return taken.ok ? { ok: false, problem: silent(node, taken.value) } : refused(taken);
}

function refused({ error }: Extract<Result<unknown>, { ok: false }>): ErrandAnswer {
  return { ok: false, problem: ledgerProblem(error) };
}

const away = (node: string) =>
  problem(
    409,
    'files_elsewhere',
    `The files of this thread are on node "${node}", which is not running. Nothing was done.`,
  );

const silent = (node: string, taken: boolean) =>
  problem(
    503,
    'unavailable',
    taken
      ? `Node "${node}" was asked, and has not said what became of it. Look at the thread before you try again.`
      : `Node "${node}", which would have to do this, did not answer. Nothing was done.`,
  );
