import { fieldsOf } from '@toolthread/core/json';
import { ofKind } from '../of-kind.ts';
import { firstNumber, firstText } from '../first-text.ts';
import type { ToolProps, ToolRenderer } from '../tool-renderer.ts';

/** Work that was given to another agent: what, to whom, and how much it did. Its run is below. */
export const agentRenderer: ToolRenderer = {
  name: 'agent',
  matches: ofKind('agent'),
  contextInfo: ({ input }) =>
    firstText(input, 'description', 'task_id', 'agent_id') ??
    firstText(input, 'task', 'prompt', 'message', 'objective')?.split('\n', 1)[0],
  description: ({ input, result, language }: ToolProps) => {
    const uses = firstNumber(fieldsOf(result?.structured), 'totalToolUseCount');
    const who = firstText(input, 'subagent_type', 'agent_type', 'agent_name', 'name');
    return (
      [who, uses === undefined ? undefined : language.count(uses, 'tool call')].filter(Boolean).join(' · ') || undefined
    );
  },
};
