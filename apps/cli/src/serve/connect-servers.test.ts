import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { folder } from '../../test/run-cli.ts';
import { connectServers } from './connect-servers.ts';

const MCP_SERVER = import.meta.resolve('../../../../packages/agent/test/mcp-server/stdio.ts');

test('[issue 13] a server that was not there at the start is reached by Reconnect; one that ended says so', async () => {
  const [program, pid] = [join(folder(), 'server.mjs'), join(folder(), 'pid')];
  const transport = { kind: 'stdio', command: process.execPath, args: [program] } as const;
  const connected = await connectServers([{ name: 'late', transport }]);
  onTestFinished(() => connected.close());
  expect([connected.tools(), await connected.read()]).toMatchObject([[], [{ name: 'late', tools: [] }]]);
  expect(connected.problems).toEqual([expect.stringContaining('late could not be reached')]);
  writeFileSync(
    program,
    `import { writeFileSync } from 'node:fs';\nwriteFileSync(${JSON.stringify(pid)}, String(process.pid));\nawait import(${JSON.stringify(MCP_SERVER)});\n`,
  );
  // Two that press the button have one new server.
  const both = await Promise.all([connected.reconnect('late'), connected.reconnect('late')]);
  expect(both[0]).toBe(both[1]);
  expect(both[0]).not.toHaveProperty('problem');
  const [first] = connected.tools();
  expect(connected.tools().map(({ name }) => name)).toContain('late__echo');
  // One that answers is left as it is.
  await connected.reconnect('late');
  expect(connected.tools()[0]).toBe(first);
  expect((await connected.read())[0]).not.toHaveProperty('problem');
  process.kill(Number(readFileSync(pid, 'utf8')), 'SIGKILL');
  await expect.poll(async () => (await connected.read())[0]?.problem).toContain('The MCP server late has ended');
  expect((await connected.reconnect('late'))?.problem).toBeUndefined();
  expect((await connected.read())[0]).not.toHaveProperty('problem');
  expect(await connected.reconnect('other')).toBeUndefined();
});
