import { choiceOf } from '@toolthread/core/queries';
import type { ThreadState } from '@toolthread/core';
import type { AgentChoice } from '@toolthread/server/answers';

/** What a person chose in this thread, without what the ledger knows of it beside. */
export function chosenIn(state: ThreadState): AgentChoice {
  const { agent, provider, model, workspace, approval } = choiceOf(state) ?? {};
  return {
    ...(agent === undefined ? {} : { agent }),
    ...(provider === undefined ? {} : { provider }),
    ...(model === undefined ? {} : { model }),
    ...(workspace === undefined ? {} : { workspace }),
    ...(approval === undefined ? {} : { approval }),
  };
}
