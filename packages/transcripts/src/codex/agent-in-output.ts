import { textOf } from '@toolthread/core/json';
import { fieldsIn } from './fields-in.ts';

/** The agent that a call started, by its output: not every version of Codex writes an event of it. `{"agent_id":"t2","nickname":"Miller"}` */
export function agentInOutput(tool: string, text: string): string | undefined {
  return /(?:^|\.)spawn_agent$/.test(tool) ? textOf(fieldsIn(text)['agent_id']) : undefined;
}
