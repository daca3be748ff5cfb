import { type Blobs, diffOf } from '@toolthread/agent';
import type { FileChange } from '@toolthread/core';
import type { Hono } from 'hono';
import { emptyBody, readBody } from '../../http/body/read-body.ts';
import { type Http, refuse } from '../../http/http.ts';
import { ledgerProblem } from '../../http/problem.ts';
import type { Services } from '../services.ts';
import { NO_SUCH_CHANGE, undoChange } from './undo-change.ts';

/** What runs changed in the workspace: to be looked at, and to be undone. */
export function changesRoutes(app: Hono<Http>, services: Services): void {
  const { ledger, runner, blobs } = services;

  app.get('/api/threads/:id/changes/:change', async (c) => {
    const state = await ledger.shown(c.req.param('id'));
    if (!state.ok) return refuse(c, ledgerProblem(state.error));
    const change = state.value.changes.get(c.req.param('change'));
    if (change === undefined) return refuse(c, NO_SUCH_CHANGE);
    const { files, unknown = [] } = change.event;
    return c.json({ files, unknown, ...(await boundedDiff(files, blobs)), undo: change.undo });
  });

  app.post('/api/threads/:id/changes/:change/undo', async (c) => {
    const body = await readBody(c, emptyBody);
    if (!body.ok) return refuse(c, body.problem);
    const wanted = { thread: c.req.param('id'), change: c.req.param('change'), by: c.get('by') };
    const elsewhere = await runner.others?.ask({ kind: 'undo', ...wanted });
    const undone = elsewhere ?? (await undoChange(services, wanted));
    return undone.ok ? c.json(undone.value) : refuse(c, undone.problem);
  });
}

const LONGEST_DIFF = 1_000_000;
const LONGEST_MS = 5000;

interface BoundedDiff {
  readonly diff: string;
  /** It ends before its end: so many files are missing as a whole. */
  readonly cut?: { readonly files: number };
}

/** File by file, so that no more is made of it than will be shown. */
async function boundedDiff(files: readonly FileChange[], blobs: Blobs): Promise<BoundedDiff> {
  let diff = '';
  const until = performance.now() + LONGEST_MS;
  for (const [index, file] of files.entries()) {
    diff += await diffOf([file], blobs, until);
    if (diff.length <= LONGEST_DIFF) continue;
    const end = diff.lastIndexOf('\n', LONGEST_DIFF - 1) + 1 || LONGEST_DIFF;
    return { diff: diff.slice(0, end).replace(/[\ud800-\udbff]$/, ''), cut: { files: files.length - index - 1 } };
  }
  return { diff };
}
