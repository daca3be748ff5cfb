import { z } from 'zod';
import { defineTool } from '../tool/define-tool.ts';
import type { Tool } from '../tool/tool.ts';
import { textValue } from '../tool/tool-value.ts';

/** A message like any other in the thread. Names in its text mention nobody ([L7]). */
export const chatPost: Tool = defineTool({
  name: 'chat_post',
  question: 'Post this message?',
  description:
    'Posts a message to the chat of this thread, for everyone in it to read. It does not wait for an answer.',
  input: z.object({ text: z.string().trim().min(1).max(20_000) }),
  execute: async ({ text }, context) => {
    await context.post(text);
    return textValue('Posted.', { kind: 'posted' });
  },
});
