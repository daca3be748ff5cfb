/** The MCP servers of the user, from a file in the data folder: no file of a workspace names one. */
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { isOutOfReach, parseSettings } from '@toolthread/agent';
import type { Tool } from '@toolthread/agent';
import type { ConnectedMcp, McpServer } from '@toolthread/agent/mcp';
import { countOf } from '@toolthread/core/text';
import type { ReadMcpServer } from '@toolthread/server';
import { z } from 'zod';
import { fileText } from '../file-text.ts';
import { systemCode, systemTrouble } from '../system-trouble.ts';
import type { Trouble } from '../system-trouble.ts';
import type { ServeOptions } from './options/serve-options.ts';
import { agentsWriteTo } from '../workspaces/workspace-of.ts';

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
  /** Those of all servers that were reached. Waits for one that is being connected to, but not long, nor after `signal` aborted. */
  tools(signal?: AbortSignal): Promise<readonly Tool[]>;
  /** Each of them as it is now, with what it has or why it cannot be used. */
  read(): Promise<readonly ReadMcpServer[]>;
  /** Tries again to reach one that does not answer; undefined if none is called so. */
  reconnect(name: string): Promise<ReadMcpServer | undefined>;
  /** Waits for no server that does not answer. */
  close(): Promise<void>;
}

export interface ConnectOptions {
  /** What did not work with a server, as a sentence. */
  readonly onProblem: (words: string) => void;
  /** How long a run waits for servers that are being connected to. */
  readonly waitMs?: number;
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
  const content = textOf(file);
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

function textOf(file: string): string | Trouble | undefined {
  try {
    return fileText(file);
  } catch (error) {
    return systemTrouble(`${file} cannot be read`, error);
  }
}

/** An MCP server that is being connected to, and what came of it. */
interface Attempt {
  readonly ended: Promise<ConnectedMcp>;
  made: ConnectedMcp | undefined;
}

const WAIT_MS = 10_000;

/** `connectServers(servers, { onProblem })`: at once. No server holds up the start, nor the others. */
export function connectServers(
  servers: readonly McpServer[],
  { onProblem, waitMs = WAIT_MS }: ConnectOptions,
): ConnectedServers {
  const leaving = new AbortController();
  const connect = (server: McpServer): Attempt => {
    const attempt: Attempt = { ended: connected(server, leaving.signal), made: undefined };
    void attempt.ended.then((made) => {
      attempt.made = made;
      if (!leaving.signal.aborted) for (const words of problemsOf(server.name, made)) onProblem(words);
    });
    return attempt;
  };
  // In the order of the file, whoever is the first to answer: the order in which a model is told of tools does not change by chance.
  const attempts = new Map(servers.map((server) => [server.name, connect(server)]));
  const trying = new Map<string, Promise<ReadMcpServer>>();
  const connectAgain = async (server: McpServer, last: Attempt): Promise<ReadMcpServer> => {
    const { name } = server;
    const old = await last.ended;
    if (old.ok) {
      if ((await old.trouble()) === undefined) return readServer(name, old);
      await old.close();
    }
    const fresh = connect(server);
    attempts.set(name, fresh);
    return readServer(name, await fresh.ended);
  };
  return {
    tools: async (signal) => {
      const open = [...attempts.values()].filter(({ made }) => made === undefined);
      if (open.length > 0) await atMost(waitMs, Promise.all(open.map(({ ended }) => ended)), signal);
      return [...attempts.values()].flatMap(({ made }) => (made?.ok === true ? made.tools : []));
    },
    read: () => Promise.all([...attempts].map(([name, { made }]) => readServer(name, made))),
    reconnect: async (name) => {
      const server = servers.find((one) => one.name === name);
      const last = attempts.get(name);
      if (server === undefined || last === undefined) return undefined;
      // If two people press the button, there is one new connection.
      const tried = trying.get(name) ?? connectAgain(server, last).finally(() => trying.delete(name));
      trying.set(name, tried);
      return tried;
    },
    close: async () => {
      leaving.abort();
      const left = await Promise.all([...attempts.values()].map(({ ended }) => ended));
      await Promise.all(left.flatMap((made) => (made.ok ? [made.close()] : [])));
    },
  };
}

async function connected(server: McpServer, signal: AbortSignal): Promise<ConnectedMcp> {
  // Loaded when it is needed: most people have no such file.
  const { connectMcp } = await import('@toolthread/agent/mcp');
  return connectMcp(server, { signal });
}

/** Until it has ended, the time is over, or the signal aborts. */
async function atMost(ms: number, ending: Promise<unknown>, signal: AbortSignal | undefined): Promise<void> {
  const over = new AbortController();
  const either = signal === undefined ? over.signal : AbortSignal.any([signal, over.signal]);
  await Promise.race([ending, setTimeout(ms, undefined, { signal: either }).catch(() => undefined)]);
  over.abort();
}

function problemsOf(name: string, made: ConnectedMcp): readonly string[] {
  if (!made.ok) return [wordsOf(made, name)];
  const words = made.leftOut.slice(0, MOST_NAMED).map((tool) => `The MCP tool ${tool.name} is left out: ${tool.why}.`);
  const more = made.leftOut.length - words.length;
  return more > 0 ? [...words, `Left out, too: ${countOf(more, 'more tool')} of the MCP server ${name}.`] : words;
}

const MOST_NAMED = 10;

async function readServer(name: string, link: ConnectedMcp | undefined): Promise<ReadMcpServer> {
  if (link === undefined) return { name, tools: [], connecting: true };
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
