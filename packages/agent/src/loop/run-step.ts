import { nextStepOf } from '@toolthread/core/queries';
import type { ThreadState } from '@toolthread/core';
import { awaitedResults } from '../state/awaited-results.ts';
import { boundedCalls } from '../response/bounded-calls.ts';
import { configuration } from './configuration.ts';
import { heldToContract } from '../response/held-to-contract.ts';
import { inTurns } from '../response/in-turns.ts';
import { Redactor } from '../redact/redactor.ts';
import type { Run } from '../run/run.ts';
import type { ModelEnd } from '../response/held-to-contract.ts';
import { redactedResponse } from '../response/redacted-response.ts';
import { stepRequest } from './step-request.ts';
import { toLedger } from '../response/to-ledger.ts';
import { toolSchemas } from './tool-schemas.ts';

/**
 * One response of the model, recorded as it comes. The step is closed in the ledger when this resolves. Its request holds
 * everything that is before the step in the ledger; what is said or changed later is for the next one.
 */
export async function runStep(run: Run, purpose: 'work' | 'last words' = 'work'): Promise<ModelEnd> {
  const { clock, signal, scope } = run;
  // A request without tools starts another epoch: a provider may refuse there what it signed in the one before.
  const changed = await configuration(run, purpose === 'work' ? [...run.tools.values()] : []);
  if (changed.length > 0) await run.write(...changed);
  const step = nextStepOf(run.state(), scope);
  const thread = await begin(run, step);
  const redactor = new Redactor(run.secrets);
  const tools = await toolSchemas(run.tools.values(), redactor);
  const request = await stepRequest(thread, scope, { system: run.system, tools, purpose }, run.blobs);
  const held = heldToContract(() => run.model.stream(request, signal), signal, clock);
  const response = redactedResponse(inTurns(boundedCalls(held)), redactor);
  const batches = toLedger(response, { step, scope, clock, awaited: awaitedResults(thread, scope) });
  for (;;) {
    const { done, value } = await batches.next();
    if (done === true) return value;
    await run.write(...value);
  }
}

/** The thread as it was when the step began: the answer to the write may also contain what came after it. */
async function begin(run: Run, step: number): Promise<ThreadState> {
  const written = await run.write({ type: 'agent.step.started', step });
  const begun = written.find(
    ({ event }) => event.type === 'agent.step.started' && event.scope === run.scope && event.step === step,
  );
  return begun?.state ?? run.state();
}
