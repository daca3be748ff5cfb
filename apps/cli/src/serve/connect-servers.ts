/** The MCP servers of the user, from a file in the data folder: no file of a workspace names one. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isOutOfReach, parseSettings } from '@toolthread/agent';
import type { Tool } from '@toolthread/agent';
import type { ConnectedMcp, McpServer } from '@toolthread/agent/mcp';
import type { ReadMcpServer } from '@toolthread/server';
import { z } from 'zod';
import { systemCode, systemTrouble } from '../system-trouble.ts';
import type { ServeOptions } from './serve-options.ts';
import { agentsWriteTo } from './workspace-of.ts';

const text = z.string();
const texts = z.record(text, text);
const server = z.union([
  z.strictObject({
    command: text,
    args: z.array(text).exactOptional(),
    env: texts.exactOptional(),
    cwd: text.exactOptional(),
  }),
  z.strictObject({ url: z.url(), headers: texts.exactOptional() }),
]);
const shape = z.strictObject({ mcpServers: z.record(text, server) });

export interface ConnectedServers {
  /** Those of all servers that were reached, as it is now. */
  tools(): readonly Tool[];
  /** Each of them as it is now, with what it has or why it cannot be used. */
  read(): Promise<readonly ReadMcpServer[]>;
  /** Tries again to reach one that does not answer; undefined where none is called so. */
  reconnect(name: string): Promise<ReadMcpServer | undefined>;
  /** What did not work at the start, each in a sentence. */
  readonly problems: readonly string[];
  close(): Promise<void>;
}

export interface NamedServers {
  readonly servers: readonly McpServer[];
  /** Why the file is not used. */
  readonly problems: readonly string[];
}

/** `await namedServers(options)`: those of the file; none is started. */
export async function namedServers({
  data,
  workspace,
  workspaces = [],
}: Pick<ServeOptions, 'data' | 'workspace'> & Partial<Pick<ServeOptions, 'workspaces'>>): Promise<NamedServers> {
  const file = join(data, 'mcp.json');
  const content = await readFile(file, 'utf8').catch((error: unknown) =>
    systemCode(error) === 'ENOENT' ? undefined : systemTrouble(`${file} cannot be read`, error),
  );
  if (content === undefined) return { servers: [], problems: [] };
  if (typeof content !== 'string') return { servers: [], problems: [content.what] };
  if (!(await isOutOfReach(file, workspace))) {
    const problem = `${file} was not used: it is in reach of the agent, or of others. It starts programs.`;
    return { servers: [], problems: [problem] };
  }
  const named = parse(content);
  const writable = agentsWriteTo({ data, workspace, workspaces });
  if (named.ok) return { servers: named.servers.map((one) => ({ ...one, writable })), problems: [] };
  return { servers: [], problems: [`${file} was not used: ${named.problem}`] };
}

/** `await connectServers(servers)`. A server that does not answer does not hold up the others. */
export async function connectServers(servers: readonly McpServer[]): Promise<ConnectedServers> {
  if (servers.length === 0)
    return {
      tools: () => [],
      read: () => Promise.resolve([]),
      reconnect: () => Promise.resolve(undefined),
      problems: [],
      close: () => Promise.resolve(),
    };
  // Loaded when it is needed: most people have no such file.
  const { connectMcp } = await import('@toolthread/agent/mcp');
  const links = new Map<string, ConnectedMcp>();
  await Promise.all(servers.map(async (one) => void links.set(one.name, await connectMcp(one))));
  // In the order of the file, whoever was the first to answer.
  const inOrder = (): (readonly [string, ConnectedMcp])[] =>
    servers.flatMap(({ name }) => {
      const link = links.get(name);
      return link === undefined ? [] : [[name, link] as const];
    });
  const trying = new Map<string, Promise<ReadMcpServer>>();
  const connectAgain = async (server: McpServer): Promise<ReadMcpServer> => {
    const { name } = server;
    const old = links.get(name);
    if (old?.ok === true) {
      if ((await old.trouble()) === undefined) return readServer(name, old);
      await old.close();
    }
    const fresh = await connectMcp(server);
    links.set(name, fresh);
    return readServer(name, fresh);
  };
  return {
    tools: () => inOrder().flatMap(([, link]) => (link.ok ? link.tools : [])),
    read: () => Promise.all(inOrder().map(([name, link]) => readServer(name, link))),
    reconnect: async (name) => {
      const server = servers.find((one) => one.name === name);
      if (server === undefined) return undefined;
      // Two that press the button have one new connection.
      const tried = trying.get(name) ?? connectAgain(server).finally(() => trying.delete(name));
      trying.set(name, tried);
      return tried;
    },
    problems: inOrder().flatMap(([name, link]) =>
      link.ok
        ? link.leftOut.map((tool) => `The MCP tool ${tool.name} is left out: ${tool.why}.`)
        : [wordsOf(link, name)],
    ),
    close: async () =>
      void (await Promise.all([...links.values()].map((link) => (link.ok ? link.close() : Promise.resolve())))),
  };
}

async function readServer(name: string, link: ConnectedMcp): Promise<ReadMcpServer> {
  if (!link.ok) return { name, tools: [], problem: wordsOf(link, name) };
  const problem = await link.trouble();
  return { name, tools: link.tools.map((tool) => tool.name), ...(problem === undefined ? {} : { problem }) };
}

/** What the system refused is said in our words; what the server itself did wrong, as it is. */
function wordsOf({ problem, cause }: { readonly problem: string; readonly cause?: unknown }, name: string): string {
  if (systemCode(cause) === undefined) return problem;
  const { what, whatToDo } = systemTrouble(`The MCP server ${name} could not be reached`, cause);
  return `${what} ${whatToDo}`;
}

type Parsed =
  | { readonly ok: true; readonly servers: readonly McpServer[] }
  | { readonly ok: false; readonly problem: string };

function parse(content: string): Parsed {
  const parsed = parseSettings(shape, content);
  if (!parsed.ok) return parsed;
  const servers = Object.entries(parsed.value.mcpServers).map(([name, given]): McpServer => {
    return { name, transport: 'url' in given ? { kind: 'http', ...given } : { kind: 'stdio', ...given } };
  });
  return { ok: true, servers };
}
