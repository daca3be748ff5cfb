import { z } from 'zod';
import { defineTool } from '../tool/define-tool.ts';
import type { Tool } from '../tool/tool.ts';
import { textValue } from '../tool/tool-value.ts';

const item = z.object({
  text: z.string().min(1).max(500),
  status: z.enum(['pending', 'in_progress', 'done']),
});

const MARKS = { pending: '[ ]', in_progress: '[~]', done: '[x]' } as const;

/** The list lives in the ledger: the newest result is the list. Nothing is kept beside it. */
export const todo: Tool = defineTool({
  name: 'todo',
  question: 'Keep this list of tasks?',
  description: 'Keeps your list of things to do, for yourself and for the user to see. Always give the whole list.',
  input: z.object({ items: z.array(item).max(100) }),
  execute: ({ items }) => {
    const done = items.filter(({ status }) => status === 'done').length;
    const lines = items.map(({ text, status }) => `${MARKS[status]} ${text}`);
    const words = items.length === 0 ? 'Nothing to do.' : [`${done} of ${items.length} done.`, ...lines].join('\n');
    return textValue(words, { kind: 'todo', items, done, total: items.length });
  },
});
