import { type EventDraft, HUMAN, type ThreadState } from '@toolthread/core';
import { choiceOf } from '@toolthread/core/queries';
import type { AgentChoice, AgentChoices } from './agent-choices.ts';

/**
 * `await choiceForFork(state, choices, by)`: what was chosen in a thread of this server holds in its fork too, as far as it can still be had: whoever forks
 * it chooses it again. If it cannot, the fork may at least do no more than its origin: one that only reads only reads.
 */
export async function choiceForFork(
  origin: ThreadState,
  choices: AgentChoices | undefined,
  by: string,
): Promise<readonly EventDraft[]> {
  const chosen = choiceOf(origin);
  if (choices === undefined || chosen === undefined) return [];
  const { agent, provider, model, workspace, approval } = chosen;
  const choice: AgentChoice = {
    ...(agent === undefined ? {} : { agent }),
    ...(provider === undefined ? {} : { provider }),
    ...(model === undefined ? {} : { model }),
    ...(workspace === undefined ? {} : { workspace }),
    ...(approval === undefined ? {} : { approval }),
  };
  const judged = await choices.judge(choice);
  const held: AgentChoice | undefined = judged.ok ? judged.choice : approval === 'read-only' ? { approval } : undefined;
  return held === undefined ? [] : [{ type: 'agent.chosen', ...held, ...(by === HUMAN ? {} : { by }) }];
}
