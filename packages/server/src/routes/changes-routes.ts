import { type Blobs, diffOf, undoChanges } from '@toolthread/agent';
import type { FileChange } from '@toolthread/core';
import { countOf } from '@toolthread/core/text';
import type { Hono } from 'hono';
import { emptyBody, readBody } from '../http/read-body.ts';
import { type Http, refuse } from '../http/http.ts';
import type { RunInput } from '../runs/agent.ts';
import { ledgerProblem, type Problem, problem } from '../http/problem.ts';
import type { Services } from './services.ts';

/** What runs changed in the workspace: to be looked at, and to be undone. */
export function changesRoutes(app: Hono<Http>, services: Services): void {
  const { ledger, runner, blobs } = services;

  app.get('/api/threads/:id/changes/:change', async (c) => {
    const state = await ledger.shown(c.req.param('id'));
    if (!state.ok) return refuse(c, ledgerProblem(state.error));
    const change = state.value.changes.get(c.req.param('change'));
    if (change === undefined) return refuse(c, NO_SUCH_CHANGE);
    const { files, unknown = [] } = change.event;
    return c.json({ files, unknown, diff: await boundedDiff(files, blobs), undo: change.undo });
  });

  app.post('/api/threads/:id/changes/:change/undo', async (c) => {
    const body = await readBody(c, emptyBody);
    if (!body.ok) return refuse(c, body.problem);
    const [thread, change] = [c.req.param('id'), c.req.param('change')];
    const state = await ledger.shown(thread);
    if (!state.ok) return refuse(c, ledgerProblem(state.error));
    if (!state.value.changes.has(change)) return refuse(c, NO_SUCH_CHANGE);
    const undone =
      (await runner.alone(
        thread,
        c.get('by'),
        (input) => undo(input, change, services.workspaceOf, c.get('by')),
        elsewhere,
      )) ?? BUSY;
    return typeof undone === 'string' ? c.json({ change: undone }) : refuse(c, undone);
  });
}

const NO_SUCH_CHANGE = problem(404, 'no_such_change', 'There is no such change.');
const NOT_HERE =
  'The files of this thread are not here: their storage is missing or is not the one of this database, or it is not known where they are. Nothing was undone.';
const BUSY = problem(409, 'busy', 'An agent is working in this thread, or waits for you. Undo when the run is over.');

function elsewhere(node: string): Problem {
  const words = `The files of this thread are on node "${node}", and this request came to another node. Nothing was undone: undo it at the address of node "${node}" itself.`;
  return problem(409, 'files_elsewhere', words);
}

/** With nobody else at work. The name of the undo, which is a change too. */
async function undo(
  { thread, append, blobs }: RunInput,
  change: string,
  workspaceOf: Services['workspaceOf'],
  by: string,
): Promise<string | Problem> {
  const known = thread.changes.get(change);
  if (known?.undo !== 'possible') {
    return problem(409, 'not_undoable', 'This change was already undone, or is itself an undo.');
  }
  const workspace = workspaceOf(thread);
  if (workspace === undefined) return problem(409, 'no_workspace', NOT_HERE);
  const undone = await undoChanges(workspace, known.event.files, blobs);
  if (!undone.ok) return problem(409, 'cannot_undo', undone.problem);
  const name = `u${thread.seq + 1}`;
  await append([{ type: 'workspace.changed', change: name, files: undone.files, undoes: change, by }]);
  return name;
}

const LONGEST_DIFF = 1_000_000;
const LONGEST_MS = 5000;

/** File by file, so that no more is made of it than will be shown. */
async function boundedDiff(files: readonly FileChange[], blobs: Blobs): Promise<string> {
  let diff = '';
  const until = performance.now() + LONGEST_MS;
  for (const [index, file] of files.entries()) {
    diff += await diffOf([file], blobs, until);
    if (diff.length <= LONGEST_DIFF) continue;
    const end = diff.lastIndexOf('\n', LONGEST_DIFF) + 1 || LONGEST_DIFF;
    const left = files.length - index - 1;
    const others = left === 0 ? '' : `, and of ${countOf(left, 'more file')}`;
    const shown = diff.slice(0, end).replace(/[\ud800-\udbff]$/, '');
    return `${shown}… (the diff is longer than is shown here${others})\n`;
  }
  return diff;
}
