import { z } from 'zod';
import { defineTool } from '../tool/define-tool.ts';
import type { Tool } from '../tool/tool.ts';

const SYSTEM =
  'You are a child agent: another agent gave you one task, and sees only your last words. Do the task with your tools, then answer with what was asked for, complete and to the point. Nobody reads what you say on the way.';

/** Another agent with a fresh context, for work whose details this one need not keep. */
export const runAgentTool: Tool = defineTool({
  name: 'run_agent',
  question: 'Give this task to another agent?',
  description:
    'Starts a child agent with the same tools and a context of its own, and gives its final answer. Say everything it needs to know: it does not see this conversation. Several calls in one response work at the same time.',
  input: z.object({
    name: z
      .string()
      .regex(/^[\w -]{1,40}$/)
      .optional()
      .describe('What the user sees it as.'),
    task: z.string().trim().min(1).max(50_000),
  }),
  child: ({ name = 'agent', task }) => ({ name, task, system: SYSTEM }),
});
