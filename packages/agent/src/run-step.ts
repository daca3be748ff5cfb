import { completionMessages } from '@toolthread/core';
import type { ModelRequest, ThreadState } from '@toolthread/core';
import { configuration } from './configuration.ts';
import { heldToContract } from './held-to-contract.ts';
import { askingForLastWords } from './last-words.ts';
import type { Run } from './run.ts';
import { toLedger } from './to-ledger.ts';
import type { ModelEnd } from './to-ledger.ts';

/**
 * One response of the model, written down as it comes. The step is closed in the ledger when this resolves.
 * What is said from now on is for the next step: `built_from` tells where this request ends.
 */
export async function runStep(run: Run, purpose: 'work' | 'last words' = 'work'): Promise<ModelEnd> {
  const { clock, signal, scope } = run;
  // Without its tools the model is in another epoch: what it signs in one would be refused in the other.
  const changed = configuration(run, purpose === 'work' ? [...run.tools.values()] : []);
  if (changed.length > 0) await run.write(...changed);
  const thread = run.state();
  const step = run.own()?.nextStep ?? 1;
  const request = purpose === 'work' ? requestOf(run, thread) : withoutTools(requestOf(run, thread));
  await run.write({ type: 'agent.step.started', step, built_from: thread.seq });
  const spoken = heldToContract(run.model.stream(request, signal), signal, clock);
  const pages = toLedger(spoken, { step, scope, clock });
  for (;;) {
    const page = await pages.next();
    if (page.done === true) return page.value;
    await run.write(...page.value);
  }
}

function requestOf(run: Run, state: ThreadState): ModelRequest {
  const { system, scope } = run;
  return {
    ...(system === undefined ? {} : { system }),
    messages: completionMessages(state, scope === undefined ? {} : { scope }),
    tools: [...run.tools.values()].map(({ name, description, parameters }) => ({ name, description, parameters })),
  };
}

function withoutTools(request: ModelRequest): ModelRequest {
  return { ...request, messages: askingForLastWords(request.messages), tools: [] };
}
