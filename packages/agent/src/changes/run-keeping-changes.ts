import { scopeKey } from '@toolthread/core';
import type { Blobs } from '../blobs.ts';
import type { RunEnd, RunOptions } from '../run.ts';
import { runAgent } from '../run-agent.ts';
import { changesBetween } from './changes.ts';
import type { Changes } from './changes.ts';
import { takeSnapshot } from './snapshot.ts';

/**
 * `await runKeepingChanges({ ...options, blobs }, (changes) => save(changes))`: a run, and what it changed in its
 * workspace, whoever made the change: a file tool, a shell, or a program that it left running. A run that waits for a
 * person gives what it changed so far, and the rest when it goes on.
 */
export async function runKeepingChanges(
  options: RunOptions & { readonly blobs: Blobs },
  keep: (changes: Changes, run: string | undefined) => Promise<void> | void,
): Promise<RunEnd> {
  const workspace = options.workspace ?? options.thread.workspace;
  if (workspace === undefined) return runAgent(options);
  const never = new AbortController().signal;
  const before = await takeSnapshot(workspace, never);
  let run: string | undefined;
  try {
    return await runAgent({
      ...options,
      append: async (drafts) => {
        run =
          drafts.find(({ type, scope }) => type === 'agent.status' && scopeKey(scope) === scopeKey(options.scope))
            ?.run ?? run;
        return options.append(drafts);
      },
    });
  } finally {
    const changes = await changesBetween(before, await takeSnapshot(workspace, never), options.blobs);
    if (changes.files.length > 0) await keep(changes, run);
  }
}
