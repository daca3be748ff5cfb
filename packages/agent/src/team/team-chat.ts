import { atName } from '@toolthread/core/queries';
import { z } from 'zod';
import { defineTool } from '../tool/define-tool.ts';
import type { Tool } from '../tool/tool.ts';
import { errorValue, textValue } from '../tool/tool-value.ts';

/**
 * `chat_post` for the members of a team. Whom it is for is said apart from the text: a name in a text mentions nobody
 * ([L7]). Whoever is named is woken; everybody else reads it when they next speak.
 *
 * @example
 * teamChat(['pm', 'coder']).name; //=> 'chat_post'
 */
export function teamChat(names: readonly string[]): Tool {
  return defineTool({
    name: 'chat_post',
    description: `Posts a message to the chat of the team, for everyone to read. Those in "to" are asked to answer; without it nobody is. Members: ${names.join(', ')}. It does not wait for an answer.`,
    input: z.object({
      text: z.string().trim().min(1).max(20_000),
      to: z.array(z.string().max(80)).max(20).optional(),
    }),
    execute: async ({ text, to = [] }, context) => {
      const wanted = to.map((name) => name.replace(/^@/, ''));
      const strangers = wanted.filter((name) => !names.includes(name));
      if (strangers.length > 0) return errorValue(`Nobody here is called ${strangers.join(', ')}. Nothing was posted.`);
      await context.post(text, wanted.map(atName));
      return textValue('Posted.', { kind: 'posted', to: wanted });
    },
  });
}
