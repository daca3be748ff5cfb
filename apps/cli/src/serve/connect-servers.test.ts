import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { McpServer } from '@toolthread/agent/mcp';
import { expect, onTestFinished, test } from 'vitest';
import { folder } from '../../test/run-cli.ts';
import { connectServers, namedServers } from './connect-servers.ts';

const MCP_SERVER = import.meta.resolve('../../../../packages/agent/test/mcp-server/stdio.ts');

test('[issue 13] a server that was not there at the start is reached by Reconnect; one that ended says so', async () => {
  const [program, pid] = [join(folder(), 'server.mjs'), join(folder(), 'pid')];
  const transport = { kind: 'stdio', command: process.execPath, args: [program] } as const;
  const problems: string[] = [];
  const connected = connectServers([{ name: 'late', transport }], { onProblem: (words) => problems.push(words) });
  onTestFinished(() => connected.close());
  expect([await connected.tools(), await connected.read()]).toMatchObject([[], [{ name: 'late', tools: [] }]]);
  expect(problems).toEqual([expect.stringContaining('late could not be reached')]);
  writeFileSync(
    program,
    `import { writeFileSync } from 'node:fs';\nwriteFileSync(${JSON.stringify(pid)}, String(process.pid));\nawait import(${JSON.stringify(MCP_SERVER)});\n`,
  );
  // Two that press the button have one new server.
  const both = await Promise.all([connected.reconnect('late'), connected.reconnect('late')]);
  expect(both[0]).toBe(both[1]);
  expect(both[0]).not.toHaveProperty('problem');
  const [first] = await connected.tools();
  expect((await connected.tools()).map(({ name }) => name)).toContain('late__echo');
  // One that answers is left as it is.
  await connected.reconnect('late');
  expect((await connected.tools())[0]).toBe(first);
  expect((await connected.read())[0]).not.toHaveProperty('problem');
  process.kill(Number(readFileSync(pid, 'utf8')), 'SIGKILL');
  await expect.poll(async () => (await connected.read())[0]?.problem).toContain('The MCP server late has ended');
  expect((await connected.reconnect('late'))?.problem).toBeUndefined();
  expect((await connected.read())[0]).not.toHaveProperty('problem');
  expect(await connected.reconnect('other')).toBeUndefined();
});

test('[issue 13] a server that hangs holds up neither the start, nor the others, nor a stop, nor the end', async () => {
  const hanging = { name: 'hanging', transport: { kind: 'stdio', command: 'sleep', args: ['1000'] } } as const;
  const answering = {
    name: 'answering',
    transport: { kind: 'stdio', command: process.execPath, args: [fileURLToPath(MCP_SERVER)] },
  } as const;
  const problems: string[] = [];
  const connected = connectServers([hanging, answering], { onProblem: (words) => problems.push(words) });
  expect(await connected.read()).toEqual([
    { name: 'hanging', tools: [], connecting: true },
    { name: 'answering', tools: [], connecting: true },
  ]);
  // Whoever stops a run waits for no server.
  expect(await connected.tools(AbortSignal.abort())).toEqual([]);
  await expect.poll(async () => (await connected.read())[1]?.connecting).toBeUndefined();
  expect((await connected.read())[0]).toEqual({ name: 'hanging', tools: [], connecting: true });
  expect((await connected.tools(AbortSignal.abort())).map(({ name }) => name)).toContain('answering__echo');
  await connected.close();
  expect(problems).toEqual([]);
});

test('[issue 13] a run waits for servers that are being connected to, within a bound; the order of tools is that of the file', async () => {
  const server = (name: string): McpServer => ({
    name,
    transport: { kind: 'stdio', command: process.execPath, args: [fileURLToPath(MCP_SERVER)] },
  });
  const onProblem = (): void => undefined;
  const connected = connectServers([server('b'), server('a')], { onProblem });
  onTestFinished(() => connected.close());
  const servers = (await connected.tools()).map(({ name }) => name.slice(0, name.indexOf('__')));
  expect([...new Set(servers)]).toEqual(['b', 'a']);
  const hanging: McpServer = { name: 'hanging', transport: { kind: 'stdio', command: 'sleep', args: ['1000'] } };
  const bounded = connectServers([hanging], { onProblem, waitMs: 1 });
  onTestFinished(() => bounded.close());
  expect(await bounded.tools()).toEqual([]);
});

test.each([
  [{ kind: 'stdio', command: '/no/such/program' }, 'its program, or the folder to start it in, does not exist.'],
  [{ kind: 'stdio', command: tmpdir() }, 'its program may not be started.'],
  [{ kind: 'http', url: 'http://no-such-host.invalid/' }, 'no computer of that name is known.'],
] as const)('[24] an MCP server that cannot be reached, %j: in our words', async (transport, words) => {
  const problems: string[] = [];
  const connected = connectServers([{ name: 'x', transport }], { onProblem: (problem) => problems.push(problem) });
  await connected.tools();
  expect(problems).toEqual([expect.stringContaining(`The MCP server x could not be reached: ${words}`)]);
});

test('[24] an mcp.json that cannot be read is not passed over', async () => {
  const data = folder();
  mkdirSync(join(data, 'mcp.json'));
  const { problems } = await namedServers({ data, workspace: undefined });
  expect(problems).toEqual([`${join(data, 'mcp.json')} cannot be read: it is a folder.`]);
});

test('what mcp.json says wrong is said in words, and the program runs without it', async () => {
  const data = folder();
  const workspace = undefined;
  for (const content of ['{', '{"mcpServers":{"x":{"comand":"y"}}}', '{"mcpServers":{"no name!":{"command":"y"}}}']) {
    writeFileSync(join(data, 'mcp.json'), content);
    const named = await namedServers({ data, workspace });
    const problems = [...named.problems];
    const connected = connectServers(named.servers, { onProblem: (problem) => problems.push(problem) });
    expect(await connected.tools()).toEqual([]);
    expect(problems).toHaveLength(1);
  }
});

test('[A2 14] however many tools of a server are left out, a few of them are named, and the others counted', async () => {
  const script = fileURLToPath(import.meta.resolve('../../../../packages/agent/test/mcp-server/hostile.mjs'));
  const transport = { kind: 'stdio', command: process.execPath, args: [script, 'many'] } as const;
  const problems: string[] = [];
  const connected = connectServers([{ name: 'h', transport }], { onProblem: (words) => problems.push(words) });
  onTestFinished(() => connected.close());
  expect(await connected.tools()).toHaveLength(256);
  expect(problems).toHaveLength(11);
  expect(problems[0]).toBe('The MCP tool t256 is left out: there are more than 256.');
  expect(problems.at(-1)).toBe('Left out, too: 34 more tools of the MCP server h.');
});
