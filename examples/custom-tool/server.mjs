import { defineTool, policyByTool, textValue } from '@toolthread/agent';
import { scriptedModel } from '@toolthread/providers/scripted';
import { serveAgent } from '@toolthread/server';
import { z } from 'zod';

const rollDice = defineTool({
  name: 'roll_dice',
  description: 'Rolls dice with six sides.',
  input: z.object({ count: z.int().min(1).max(9) }),
  execute: ({ count }) => textValue(Array.from({ length: count }, () => Math.ceil(Math.random() * 6)).join(' ')),
});

const model = scriptedModel([
  [{ type: 'call', name: 'roll_dice', arguments: { count: 3 } }],
  [{ type: 'text', text: 'Your move.' }],
]);
const policy = policyByTool({ roll_dice: 'allow' }, 'ask');

export const serve = () =>
  serveAgent({
    agent: { model, policy, tools: [rollDice] },
    file: 'threads.db',
    token: 'for-this-example',
    listen: 'mounted',
    basePath: '/agent',
  });
