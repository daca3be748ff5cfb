import { fieldsOf, listOf, textOf } from '@toolthread/core/json';
import type { Json, JsonFields } from '@toolthread/core/json';
import { fieldsIn } from './fields-in.ts';

/** Agents that failed after their call was answered, each with the reason: `[['t2', 'no room']]`. */
type AgentFailures = readonly (readonly [agent: string, reason: string])[];

/** By the event that ends a wait for agents, or by the output of the call that waited: the status of each. */
export function agentFailures({ statuses, status, agent_statuses: listed }: JsonFields): AgentFailures {
  const named = Object.entries({ ...fieldsOf(status), ...fieldsOf(statuses) });
  const list = listOf(listed).map((one) => {
    const agent = fieldsOf(one);
    return [textOf(agent['thread_id']) ?? '', agent['status']] as const;
  });
  return [...named, ...list].flatMap(([agent, told]) => failureOf(agent, told));
}

/** By what Codex tells the model of an agent that has ended: `<subagent_notification>{"agent_id":"t2","status":{"errored":"no room"}}</subagent_notification>` */
export function failuresToldIn(text: string): AgentFailures {
  const [, json = ''] = /^\s*<subagent_notification>(.*)<\/subagent_notification>\s*$/s.exec(text) ?? [];
  const told = fieldsIn(json);
  return failureOf(textOf(told['agent_id']) ?? textOf(told['agent_path']) ?? '', told['status']);
}

/** `wait` and `wait_agent` give JSON. */
export function failuresInOutput(tool: string, text: string): AgentFailures {
  return tool === 'wait' || tool === 'wait_agent' ? agentFailures(fieldsIn(text)) : [];
}

function failureOf(agent: string, status: Json | undefined): AgentFailures {
  const { errored } = fieldsOf(status);
  return errored === undefined ? [] : [[agent, textOf(errored) ?? 'It failed.']];
}
