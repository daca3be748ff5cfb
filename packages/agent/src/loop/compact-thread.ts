import { openRun } from '../run/run.ts';
import type { RunOptions } from '../run/run.ts';
import { ThreadLedger } from '../run/thread-ledger.ts';
import { configuration } from './configuration.ts';
import { makeRoom } from './make-room.ts';
import type { Compacted } from './make-room.ts';

/**
 * Summarises what an agent has in its context, because a person asks for it, as the loop does by itself when the window is full. Nobody
 * may be at work in the thread. It rejects only with what `append` rejected with.
 *
 * @example
 * import { type Append, policyByTool } from '@toolthread/agent';
 * import { foldAll } from '@toolthread/core';
 * import { scriptedModel } from '@toolthread/providers/scripted';
 * const events = [...exampleEvents];
 * let given = events.length;
 * const append: Append = async (drafts) => {
 *   for (const draft of drafts) events.push({ ...draft, v: 1, thread: 't1', seq: events.length + 1, at: 0 });
 *   return events.slice(given, (given = events.length));
 * };
 * const model = scriptedModel([[{ type: 'text', text: 'The linter uses it.' }]], { speed: Infinity });
 * const { signal } = new AbortController();
 * const policy = policyByTool({}, 'ask');
 * await compactThread({ thread: foldAll(events), append, model, tools: [], policy, signal }); //=> 'compacted'
 */
export async function compactThread(options: RunOptions): Promise<Compacted> {
  const run = openRun(options, new ThreadLedger(options.thread, options.append));
  try {
    // The model may be another one than the last: the summary counts for the model that writes it.
    if (run.own()?.config?.model !== run.model.model)
      await run.write(...(await configuration(run, [...run.tools.values()])));
    return await makeRoom(run, 'a person asked');
  } finally {
    run.close();
  }
}
