import { thrownWords } from '@toolthread/core/text';
import { LEDGER_VERSION, parseEvent } from '@toolthread/core';
import type { EventDraft } from '@toolthread/core';
import { callName } from '../state/call-name.ts';
import { GRACE_MS } from '../response/held-to-contract.ts';
import { LiveOutput } from './live-output.ts';
import type { Plan } from './plan-call.ts';
import { recordResult } from './record-result.ts';
import { Redactor } from '../redact/redactor.ts';
import type { Run } from '../run/run.ts';
import { waitForAttempt } from '../run/wait-for-attempt.ts';
import type { ToolContext } from '../tool/tool.ts';
import type { ToolValue } from '../tool/tool-value.ts';
import { toolContext } from './tool-context.ts';
import { errorValue } from '../tool/tool-value.ts';

export type Work = Extract<Plan, { do: 'run' }>;

/**
 * Runs a call whose start is durable, and records its end. It settles on its own: whatever the tool does, its siblings
 * keep their results. Rejects only when the ledger is out of reach.
 */
export async function runCall(run: Run, work: Work): Promise<void> {
  const output = new LiveOutput(run, work.call);
  const startedAt = run.clock.now();
  const value = await attempts(run, work, output);
  await completeCall(run, work, value, startedAt, output.close());
}

/** Records what came of a call, after what it still had to show. */
export async function completeCall(
  run: Run,
  { call, tool }: Work,
  value: ToolValue,
  startedAt: number,
  before: readonly EventDraft[] = [],
): Promise<void> {
  const outcome = value.error === undefined ? 'done' : run.signal.aborted ? 'interrupted' : 'failed';
  const { blobs, secrets } = run;
  const recorded = await recordResult(value, outcome, { keeps: tool.keeps, blobs, secrets, call: call.id });
  const duration = Math.max(0, Math.round(run.clock.now() - startedAt));
  await run.write(...before, {
    type: 'agent.tool.completed',
    ...callName(call),
    ...recorded,
    duration_ms: duration,
  });
}

/** A second attempt is made only where the tool says that it does no harm. */
async function attempts(run: Run, work: Work, output: LiveOutput): Promise<ToolValue> {
  const most = work.tool.retry?.attempts ?? 1;
  for (let attempt = 1; ; attempt += 1) {
    const value = await execute(run, work, attempt, output);
    if (value.error === undefined || attempt >= most || run.signal.aborted) return value;
    const next: EventDraft = {
      type: 'agent.tool.retrying',
      ...callName(work.call),
      attempt: attempt + 1,
      max_attempts: most,
      error: new Redactor(run.secrets).failure(value.error),
    };
    await run.write(next);
    await waitForAttempt(run, work.tool.retry?.delayMs ?? 0);
  }
}

/** Ends when the tool ends, or a little after the stop if it does not listen. */
async function execute(run: Run, work: Work, attempt: number, output: LiveOutput): Promise<ToolValue> {
  if (run.signal.aborted) return STOPPED;
  const context = toolContext(run, work, attempt, (text) => output.push(text));
  const working = settled(work, context);
  const done = new AbortController();
  const value = await Promise.race([working, afterStop(run, done.signal)]);
  done.abort();
  return value;
}

const STOPPED = errorValue('Stopped by the user.', 'stopped');

async function settled({ work }: Work, context: ToolContext): Promise<ToolValue> {
  try {
    const value: unknown = await work.execute(context);
    return isValue(value) ? value : errorValue(NO_RESULT, 'no_result');
  } catch (error) {
    return errorValue(thrownWords(error), 'thrown');
  }
}

const NO_RESULT =
  'The tool ended without a readable result: its `execute` must return textValue(…) or errorValue(…). It may have taken effect.';
const EVENT = { v: LEDGER_VERSION, thread: '', seq: 1, at: 0, type: 'agent.tool.completed', call: '', outcome: 'done' };

/** A tool may be written in JavaScript, and a result that the ledger cannot read would leave the call open. */
function isValue(value: unknown): value is ToolValue {
  if (typeof value !== 'object' || value === null || !('parts' in value) || value.parts === undefined) return false;
  const failed = 'error' in value && value.error !== undefined ? { error: value.error } : {};
  return parseEvent({ ...EVENT, parts: value.parts, ...failed }).ok;
}

function afterStop(run: Run, done: AbortSignal): Promise<ToolValue> {
  return new Promise((resolve) => {
    const wait = (): void => void run.clock.sleep(GRACE_MS, done).then(() => resolve(STOPPED));
    if (run.signal.aborted) wait();
    else run.signal.addEventListener('abort', wait, { once: true, signal: done });
  });
}
