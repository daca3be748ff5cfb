import { undoChanges } from '@toolthread/agent';
import type { EventDraft } from '@toolthread/core';
import { problem, type Problem, ledgerProblem } from '../../http/problem.ts';
import type { ErrandAnswer } from '../../nodes/errand.ts';
import type { RunInput } from '../../runs/agent.ts';
import { RunLost } from '../../runs/run-lost.ts';
import type { Services } from '../services.ts';

export interface WantedUndo {
  readonly thread: string;
  readonly change: string;
  readonly by: string;
}

/** Undoes a change in the files that are here. The answer names the undo, which is a change too. */
export async function undoChange(
  { ledger, runner, workspaceOf }: Pick<Services, 'ledger' | 'runner' | 'workspaceOf'>,
  wanted: WantedUndo,
): Promise<ErrandAnswer> {
  const { thread, change, by } = wanted;
  const state = await ledger.shown(thread);
  if (!state.ok) return refused(ledgerProblem(state.error));
  if (!state.value.changes.has(change)) return refused(NO_SUCH_CHANGE);
  const undo = (input: RunInput): Promise<ErrandAnswer> => undoIn(input, wanted, workspaceOf);
  return (await runner.alone(thread, by, undo, (node) => refused(elsewhere(node)))) ?? refused(BUSY);
}

/** With nobody else at work. */
async function undoIn(
  { thread, append, blobs }: RunInput,
  { change, by }: WantedUndo,
  workspaceOf: Services['workspaceOf'],
): Promise<ErrandAnswer> {
  const known = thread.changes.get(change);
  if (known?.undo !== 'possible') return refused(NOT_UNDOABLE);
  const workspace = workspaceOf(thread);
  if (workspace === undefined) return refused(NOT_HERE);
  let lost: RunLost | undefined;
  const written = async (drafts: readonly EventDraft[]): Promise<string | undefined> => {
    lost = await append(drafts).then(() => undefined, asLost);
    return lost && (lost.code === 'stale_run' ? TAKEN_OVER : lost.message);
  };
  const undone = await undoChanges(workspace, known.event.files, blobs, () => written([]));
  if (!undone.ok) return refused(cannotUndo(lost, undone.problem));
  const name = `u${thread.seq + 1}`;
  const { files } = undone;
  const unwritten = await written([{ type: 'workspace.changed', change: name, files, undoes: change, by }]);
  if (unwritten !== undefined) return refused(cannotUndo(lost, `${unwritten} ${NOT_RECORDED}`));
  return { ok: true, value: { change: name } };
}

function asLost(error: unknown): RunLost {
  if (error instanceof RunLost) return error;
  throw error;
}

/** Where the thread was lost, that is the reason. */
function cannotUndo(lost: RunLost | undefined, message: string): Problem {
  return lost === undefined ? problem(409, 'cannot_undo', message) : ledgerProblem({ code: lost.code, message });
}

const refused = (why: Problem): ErrandAnswer => ({ ok: false, problem: why });

export const NO_SUCH_CHANGE = problem(404, 'no_such_change', 'There is no such change.');
const NOT_UNDOABLE = problem(409, 'not_undoable', 'This change was already undone, or is itself an undo.');
const NOT_HERE = problem(
  409,
  'no_workspace',
  'The files of this thread are not here: their storage is missing or is not the one of this database, or it is not known where they are. Nothing was undone.',
);
const TAKEN_OVER = 'Another node has taken this thread over meanwhile.';
const NOT_RECORDED = 'All files of the change are undone, but the thread does not say so: undo again.';
const BUSY = problem(409, 'busy', 'An agent is working in this thread, or waits for you. Undo when the run is over.');

const elsewhere = (node: string): Problem =>
  problem(
    409,
    'files_elsewhere',
    `The files of this thread are on node "${node}" since a moment ago. Nothing was undone: try again.`,
  );
