/** The MCP servers of the user, from a file in the data folder: no file of a workspace names one. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isOutOfReach, parseSettings } from '@toolthread/agent';
import type { Tool } from '@toolthread/agent';
import type { McpServer } from '@toolthread/agent/mcp';
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
  readonly tools: readonly Tool[];
  /** Each of them, with what it has or why it cannot be used. */
  readonly servers: readonly ReadMcpServer[];
  /** What did not work, each in a sentence. */
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
  if (servers.length === 0) return { tools: [], servers: [], problems: [], close: () => Promise.resolve() };
  // Loaded when it is needed: most people have no such file.
  const { connectMcp } = await import('@toolthread/agent/mcp');
  const answers = await Promise.all(servers.map((one) => connectMcp(one)));
  const connected = answers.filter((answer) => answer.ok);
  return {
    tools: connected.flatMap(({ tools }) => tools),
    servers: answers.map((answer, place) => {
      const { name } = servers[place] ?? { name: '' };
      if (!answer.ok) return { name, tools: [], problem: wordsOf(answer, name) };
      return { name, tools: answer.tools.map((tool) => tool.name) };
    }),
    problems: [
      ...answers.flatMap((answer, place) => (answer.ok ? [] : [wordsOf(answer, servers[place]?.name ?? '')])),
      ...connected.flatMap(({ leftOut }) =>
        leftOut.map(({ name, why }) => `The MCP tool ${name} is left out: ${why}.`),
      ),
    ],
    close: async () => void (await Promise.all(connected.map((one) => one.close()))),
  };
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
