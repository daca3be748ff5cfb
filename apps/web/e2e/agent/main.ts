/** The server of the browser tests: the real one, with a scripted model and tools that really run. A process of its own, to be killed. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { builtInTools, hasWork, policyByTool, policyFromFile, recoverRun, runAgent } from '@toolthread/agent';
import type { Tool } from '@toolthread/agent';
import { connectMcp } from '@toolthread/agent/mcp';
import type { ThreadState } from '@toolthread/core';
import type { Model } from '@toolthread/core/context';
import { scriptedModel } from '@toolthread/providers/scripted';
import { serveAgent } from '@toolthread/server';
import type { Agent } from '@toolthread/server';
import { hostileOutput } from './hostile-output.ts';
import { script } from './script.ts';

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: '.' },
    port: { type: 'string', default: '0' },
    shell: { type: 'string', default: '.' },
    'base-path': { type: 'string', default: '' },
  },
});

const png =
  'iVBORw0KGgoAAAANSUhEUgAAAEAAAAAgCAMAAACVQ462AAAADFBMVEX6+POwXEpUimY8PDz6V9/yAAAAKUlEQVR42mNgGAVIgBENjBowasCoATQwgAkNjBowasDwM4CZQjDwFSIAFy4D0YCNYcUAAAAASUVORK5CYII=';

/** Each thread has a folder of its own, the same at the start. */
function workspaceOf(thread: string): string {
  const folder = join(values.data, thread.replace(/[^\w-]/g, '_'));
  if (existsSync(folder)) return folder;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'lint.ts'), 'export const tree = parse(text, { strict: true });\n');
  writeFileSync(join(folder, 'chart.png'), Buffer.from(png, 'base64'));
  writeFileSync(join(folder, 'hostile.txt'), hostileOutput);
  return folder;
}

const speed = Number(process.env['TOOLTHREAD_DEMO_SPEED'] ?? 1);
/** A pause without an end is over when the test says so, by a file in the workspace. */
const modelIn = (workspace: string): Model =>
  scriptedModel(script, {
    speed,
    async sleep(ms, signal) {
      if (ms < Infinity) return setTimeout(ms);
      while (!signal.aborted && !existsSync(join(workspace, 'go'))) await setTimeout(20);
    },
  });
const policy = {
  ...policyFromFile({ file: join(values.data, 'policy.json'), rules: [], otherwise: 'ask' }),
  ...policyByTool({ save_file: 'ask' }, 'allow'),
  trusts: true,
};
/** A server of the Model Context Protocol, started when a thread is about its form. */
let connected: Promise<readonly Tool[]> | undefined;
async function toolsFor({ title }: ThreadState): Promise<readonly Tool[]> {
  if (title?.startsWith('Form') !== true) return builtInTools;
  connected ??= mcpTools();
  return [...builtInTools, ...(await connected)];
}
async function mcpTools(): Promise<readonly Tool[]> {
  const program =
    process.env['TEST_MCP_SERVER'] ??
    fileURLToPath(new URL('../../../../packages/agent/test/mcp-server/stdio.ts', import.meta.url));
  const mcp = await connectMcp({
    name: 'test',
    transport: { kind: 'stdio', command: process.execPath, args: [program] },
  });
  if (!mcp.ok) throw new Error(mcp.problem);
  return mcp.tools;
}

const agent: Agent = {
  hasWork,
  run: async (input) =>
    runAgent({
      ...input,
      model: modelIn(workspaceOf(input.thread.id)),
      policy,
      workspace: workspaceOf(input.thread.id),
      tools: await toolsFor(input.thread),
    }),
  recover: recoverRun,
  tools: toolsFor,
};

const served = await serveAgent({
  agent,
  file: join(values.data, 'ledger.db'),
  token: process.env['TOOLTHREAD_TOKEN'] ?? '',
  listen: { host: '127.0.0.1', port: Number(values.port) },
  basePath: values['base-path'],
  shell: values.shell,
  workspaceOf: ({ id }) => workspaceOf(id),
});
if (!served.ok) throw new Error(served.message);
console.log(served.url);
await once(process, 'SIGTERM');
await served.close();
// The MCP servers of its threads are still connected; they end with it.
process.exit();
