import { completionMessages, fold } from '@toolthread/core';
import type { LedgerEvent, ModelRequest, ThreadState } from '@toolthread/core';
import { heldToContract } from './held-to-contract.ts';
import type { Run } from './run.ts';
import { toLedger } from './to-ledger.ts';
import type { ModelEnd } from './to-ledger.ts';

/** One response of the model, written down as it comes. The step is closed in the ledger when this resolves. */
export async function runStep(run: Run): Promise<ModelEnd> {
  const { clock, signal, scope } = run;
  const before = run.state();
  const step = run.own()?.nextStep ?? 1;
  const events = await run.write({ type: 'agent.step.started', step, built_from: before.seq });
  const request = requestOf(run, thread(before, events, step, scope));
  const spoken = heldToContract(run.model.stream(request, signal), signal, clock);
  const pages = toLedger(spoken, { step, scope, clock });
  for (;;) {
    const page = await pages.next();
    if (page.done === true) return page.value;
    await run.write(...page.value);
  }
}

/** The thread up to the start of the step: what others said later is for the next step. */
function thread(
  before: ThreadState,
  events: readonly LedgerEvent[],
  step: number,
  scope: string | undefined,
): ThreadState {
  let state = before;
  for (const event of events) {
    state = fold(state, event);
    if (event.type === 'agent.step.started' && event.step === step && event.scope === scope) return state;
  }
  return state;
}

function requestOf(run: Run, state: ThreadState): ModelRequest {
  const { system, scope } = run;
  return {
    ...(system === undefined ? {} : { system }),
    messages: completionMessages(state, scope === undefined ? {} : { scope }),
    tools: [...run.tools.values()].map(({ name, description, parameters }) => ({ name, description, parameters })),
  };
}
