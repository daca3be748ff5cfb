import { authorOf, callResult } from '@toolthread/core';
import { findCall } from '@toolthread/core/queries';
import { askWhileRunning } from './ask-while-running.ts';
import { Redactor } from '../redact/redactor.ts';
import type { Run } from '../run/run.ts';
import type { Work } from './run-call.ts';
import type { ToolContext } from '../tool/tool.ts';

/** A tool that ignores the signal may go on running after the stop, but it can no longer post anything. */
const LEFT = 'The run was stopped.';

/** What a tool may know of the run, and do to the thread. */
export function toolContext(run: Run, work: Work, attempt: number, output: (text: string) => void): ToolContext {
  const { call, approved } = work;
  const redactor = new Redactor(run.secrets);
  return {
    signal: run.signal,
    workspace: run.workspace,
    call: call.id,
    attempt,
    blobs: redactor.blobs(run.blobs),
    approved,
    leavesOut: async (alsoOf) => {
      const { policy, workspace } = run;
      const own = await policy.leavesOut?.({ name: work.tool.name, arguments: work.given, workspace });
      const others = alsoOf === undefined ? [] : await policy.leavesOut?.({ name: alsoOf, arguments: {}, workspace });
      return [...(own ?? []), ...(others ?? [])];
    },
    output,
    post: async (text, mentions = []) => {
      if (run.signal.aborted) throw new Error(LEFT);
      await run.write({
        type: 'message.posted',
        author: authorOf(run.scope),
        parts: [{ type: 'text', text: redactor.text(text) }],
        ...(mentions.length === 0 ? {} : { mentions }),
        client_id: `post-${call.id}`,
        delivery: 'now',
      });
    },
    ask: (asked) => askWhileRunning(run, call, asked),
    resultOf: (id) => {
      const earlier = findCall(
        run.state(),
        { call: id, ...(run.scope === undefined ? {} : { scope: run.scope }) },
        'settled',
      );
      return earlier === undefined ? undefined : callResult(earlier);
    },
  };
}
