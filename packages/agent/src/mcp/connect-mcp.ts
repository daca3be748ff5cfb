import { isJsonObject } from '@toolthread/core/json';
import type { Json, JsonObject } from '@toolthread/core/json';
import { plainText } from '@toolthread/core/text';
import { cutWords } from '../tool/cut-words.ts';
import { listed } from '../tool/define-tool.ts';
import { schemaProblems } from '../tool/schema-problems.ts';
import type { Tool } from '../tool/tool.ts';
import { errorValue } from '../tool/tool-value.ts';
import { listedTool } from './listed-tool.ts';
import type { LeftOut, ListedTool } from './listed-tool.ts';
import { McpLink } from './mcp-link.ts';
import { mcpResult } from './mcp-result.ts';
import { SERVER_NAME } from './mcp-server.ts';
import type { McpServer } from './mcp-server.ts';
import { mcpToolName } from './mcp-tool-name.ts';
import { whyUnreached } from './why-unreached.ts';

/** The tools of an MCP server, or why there are none. */
export type ConnectedMcp =
  | {
      readonly ok: true;
      readonly tools: readonly Tool[];
      /** Tools of the server that cannot be used, and why. */
      readonly leftOut: readonly LeftOut[];
      /** Why the server does not answer now, as a message; undefined if it does. A server that ended is not started for this: the next call starts it. */
      trouble(): Promise<string | undefined>;
      close(): Promise<void>;
    }
  /** `cause`: the error, if the server could not be reached. */
  | { readonly ok: false; readonly problem: string; readonly cause?: unknown };

const MOST_TOOLS = 256;
const MOST_SCHEMA = 100_000;
const LONGEST_DESCRIPTION = 4000;
const LONGEST_NAME = 100;

/**
 * Starts or reaches an MCP server, and returns its tools. If `signal` aborts before they are known, the connection is closed at once.
 *
 * @example
 * const connected = await connectMcp({ name: 'files', transport: { kind: 'stdio', command: 'no-such-command' } });
 * connected.ok; //=> false
 */
export async function connectMcp(
  server: McpServer,
  { signal }: { readonly signal?: AbortSignal } = {},
): Promise<ConnectedMcp> {
  if (!SERVER_NAME.test(server.name))
    return { ok: false, problem: `${JSON.stringify(server.name)} is not a valid server name.` };
  const { transport } = server;
  if (transport.kind === 'http' && hasPassword(transport.url))
    return {
      ok: false,
      problem: `The MCP server ${server.name} has a name or a password in its address: ${IN_HEADERS}`,
    };
  const link = new McpLink(server);
  const leave = (): void => void link.close();
  signal?.addEventListener('abort', leave, { once: true });
  try {
    signal?.throwIfAborted();
    const listed = await link.listTools();
    return {
      ok: true,
      ...toTools(server.name, listed, link),
      trouble: () => link.trouble(),
      close: () => link.close(),
    };
  } catch (error) {
    await link.close();
    return {
      ok: false,
      problem: `The MCP server ${server.name} could not be reached: ${whyUnreached(error)}${link.lastWords}`,
      cause: error,
    };
  } finally {
    signal?.removeEventListener('abort', leave);
  }
}

const IN_HEADERS = 'give it in `headers` instead, as { "Authorization": "Basic …" }.';

function hasPassword(address: string): boolean {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  return url !== undefined && `${url.username}${url.password}` !== '';
}

function toTools(
  server: string,
  given: readonly Json[],
  link: McpLink,
): { readonly tools: readonly Tool[]; readonly leftOut: readonly LeftOut[] } {
  const tools = new Map<string, Tool>();
  const leftOut: LeftOut[] = [];
  const leave = (name: string, why: string): void => void leftOut.push({ name: cutWords(name, LONGEST_NAME), why });
  for (const one of given) {
    const tool = listedTool(one);
    if ('why' in tool) {
      leave(tool.name, tool.why);
      continue;
    }
    const schema = JSON.stringify(tool.schema);
    const name = mcpToolName(server, tool.name, new Set(tools.keys()));
    if (tools.size >= MOST_TOOLS) leave(tool.name, `there are more than ${MOST_TOOLS}`);
    else if (schema.length > MOST_SCHEMA) leave(tool.name, 'its schema is too long');
    else if (tools.has(name)) leave(tool.name, 'it was listed twice');
    else tools.set(name, toTool(name, tool, JSON.parse(schema, plainWords), link));
  }
  return { tools: [...tools.values()], leftOut };
}

/** Hidden characters are removed from descriptions, because a person would not see them. Names and values are not changed. */
function plainWords(key: string, value: Json): Json {
  return (key === 'description' || key === 'title') && typeof value === 'string' ? plainText(value) : value;
}

function toTool(name: string, tool: ListedTool, parameters: JsonObject, link: McpLink): Tool {
  return {
    name,
    description: cutWords(plainText(tool.words), LONGEST_DESCRIPTION),
    parameters,
    // This is only a claim of the server. Its one consequence is that the calls run together.
    safe: tool.isReadOnly,
    claimed: true,
    retry: undefined,
    keeps: 'head',
    accept: async (given) => {
      if (!isJsonObject(given)) {
        return { kind: 'refused', problem: '- The arguments are not an object.' };
      }
      // A person is not asked to approve what the server would refuse. Arguments that its schema does not name are shown too.
      const problems = schemaProblems(parameters, given);
      if (problems.length > 0) return { kind: 'refused', problem: listed(problems) };
      return {
        kind: 'run',
        grant: undefined,
        needsApproval: async () => undefined,
        execute: async (context) => {
          const answered = await link.call(tool, given, context);
          return answered.ok ? mcpResult(answered.result, context) : errorValue(answered.message, answered.code);
        },
      };
    },
  };
}
