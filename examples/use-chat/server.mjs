import { defineTool, textValue } from '@toolthread/agent';
import { scriptedModel } from '@toolthread/providers/scripted';
import { serveAgent } from '@toolthread/server';
import { z } from 'zod';

const deploy = defineTool({
  name: 'deploy',
  description: 'Deploys a version.',
  input: z.object({ version: z.string() }),
  execute: ({ version }) => textValue(`${version} is live.`),
});

// In its place a model of a provider: `anthropicModel` of `@toolthread/providers/anthropic`, or another one.
const model = scriptedModel([
  [{ type: 'call', name: 'deploy', arguments: { version: '1.4.0' } }],
  [{ type: 'text', text: 'It is deployed.' }],
]);

/** Without a policy every call asks. */
export const serve = () =>
  serveAgent({
    agent: { model, tools: [deploy] },
    file: 'threads.db',
    token: 'for-this-example',
    listen: 'mounted',
    basePath: '/agent',
  });
