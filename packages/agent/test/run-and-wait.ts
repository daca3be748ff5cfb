/**
 * A server as far as its tools are concerned, in a process of its own: `node run-and-wait.ts sandbox|open|mcp|strays COMMAND WORKSPACE COMMAND WORKSPACE…`.
 * `strays` ends those of earlier lives instead.
 */
import { fileURLToPath } from 'node:url';
import { connectMcp } from '../src/mcp/index.ts';
import { endStraysOfEarlierLives, shellTool } from '../src/index.ts';
import { loneContext } from './lone-context.ts';

const [how, ...given] = process.argv.slice(2);

if (how === 'strays') await endStraysOfEarlierLives();
else if (how === 'mcp') {
  const script = process.env['TEST_MCP_SERVER'] ?? fileURLToPath(new URL('./mcp-server/stdio.ts', import.meta.url));
  const args = [script, 'deaf', ...given];
  const connected = await connectMcp({ name: 'test', transport: { kind: 'stdio', command: process.execPath, args } });
  if (!connected.ok) throw new Error(connected.problem);
  setInterval(() => undefined, 1000);
} else {
  const tool = shellTool({ sandbox: how === 'sandbox' ? 'bubblewrap' : 'off' });
  const runs = given.flatMap((command, i) => (i % 2 === 0 ? [{ command, workspace: given[i + 1] ?? '' }] : []));
  await Promise.all(
    runs.map(async ({ command, workspace }) => {
      const accepted = await tool.accept({ command });
      if (accepted.kind !== 'run') throw new Error('not accepted');
      await accepted.execute(loneContext({ workspace }));
    }),
  );
}
