/** The connection to one MCP server: made when it is needed, and again after the server died. A call is never repeated. */
import { thrownWords } from '@toolthread/core/text';
import { Client, ProtocolError, ProtocolErrorCode, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { CallToolResult, ElicitResult, Transport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { Json } from '@toolthread/core/json';
import { lastWords } from '../tool/cut-words.ts';
import type { ToolContext } from '../tool/tool.ts';
import { endStrays, newMark, STRAY_MARK } from '../process/end-strays.ts';
import { findProgram, safePath } from '../process/find-program.ts';
import type { Lookup } from '../process/find-program.ts';
import { shellEnvironment } from '../process/shell-environment.ts';
import { unwatch, watch } from '../sandbox/watch.ts';
import { answerRequests } from './answer-requests.ts';
import { boundedFetch } from './bounded-fetch.ts';
import { Deadline } from '../deadline.ts';
import { elicit } from './elicit.ts';
import { allTools, toolsOn } from './all-tools.ts';
import type { ListedTool } from './listed-tool.ts';
import { CONNECT_MS, TIMEOUT_MS } from './mcp-server.ts';
import type { McpServer } from './mcp-server.ts';
import { readInTurns } from './read-in-turns.ts';
import { takeMessages } from './take-messages.ts';
import { takeProgress } from './take-progress.ts';
import type { Progress } from './take-progress.ts';
import { whyUnreached } from './why-unreached.ts';

/** How much is kept of the server's error output, to explain why it died. */
const MOST_SAID = 2000;

/** The longest time for a check of the connection: a person waits for it. */
const ASKING_MS = 2000;

/** How long a server may take to end by itself when it is closed. */
const CLOSING_MS = 1000;

export type Answered =
  | { readonly ok: true; readonly result: CallToolResult }
  | { readonly ok: false; readonly message: string; readonly code: string };

/** The most forms that one call may ask for. */
const MOST_FORMS = 10;
const NO_CALL = 'It is not clear which call this belongs to.';

interface InFlight {
  readonly context: ToolContext;
  readonly deadline: Deadline;
  readonly token: number;
  forms: number;
  /** The last form is settled. */
  settled: Promise<unknown>;
}

export class McpLink {
  readonly #server: McpServer;
  readonly #mark: string = newMark();
  readonly #inFlight = new Set<InFlight>();
  #client: Promise<Client> | undefined;
  /** The newest client, also before it is connected: so one that hangs can be closed, too. */
  #newest: Client | undefined;
  #closing: Promise<void> | undefined;
  #tokens = 0;
  #said = '';

  constructor(server: McpServer) {
    this.#server = server;
  }

  /** Whatever it lists as tools. Rejects if the server cannot be reached. */
  async listTools(): Promise<readonly Json[]> {
    const client = await this.#connected();
    return allTools(client, this.#connectMs);
  }

  /** Why it does not answer now, as a message. A server that ended is not started again for this. */
  async trouble(): Promise<string | undefined> {
    const { name } = this.#server;
    if (this.#client === undefined)
      return `The MCP server ${name} has ended.${this.lastWords} The next call of a tool starts it again.`;
    try {
      const client = await this.#client;
      await toolsOn(client, undefined, ASKING_MS);
      return undefined;
    } catch (error) {
      return `The MCP server ${name} does not answer: ${whyUnreached(error)}`;
    }
  }

  async call(tool: ListedTool, given: { readonly [key: string]: Json }, context: ToolContext): Promise<Answered> {
    using deadline = new Deadline(this.#timeoutMs, context.signal);
    const token = (this.#tokens += 1);
    const inFlight: InFlight = { context, deadline, token, forms: 0, settled: Promise.resolve() };
    try {
      const client = await this.#connected();
      this.#inFlight.add(inFlight);
      const result = await client.callTool(
        { name: tool.name, arguments: { ...given }, _meta: { progressToken: token } },
        {
          signal: deadline.signal,
          timeout: FOREVER_MS,
          // Without the schema of results: the SDK would compile code from what a server sends.
          toolDefinition: { name: tool.name, inputSchema: { ...tool.schema, type: 'object' } },
        },
      );
      return { ok: true, result };
    } catch (error) {
      return this.#failure(error, context, deadline);
    } finally {
      this.#inFlight.delete(inFlight);
    }
  }

  /** Does not wait for answers: open calls fail. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    const closing = this.#newest?.close().catch(() => undefined);
    let timer: NodeJS.Timeout | undefined;
    await Promise.race([closing, new Promise((late) => (timer = setTimeout(late, CLOSING_MS)))]);
    clearTimeout(timer);
    await endStrays(this.#mark);
    unwatch(this.#mark);
    await closing;
  }

  get #timeoutMs(): number {
    return this.#server.timeoutMs ?? TIMEOUT_MS;
  }

  get #connectMs(): number {
    return this.#server.connectMs ?? CONNECT_MS;
  }

  #connected(): Promise<Client> {
    if (this.#closing !== undefined) return Promise.reject(new Error('the connection was closed'));
    this.#client ??= this.#connect().catch((error: unknown) => {
      this.#client = undefined;
      throw error;
    });
    return this.#client;
  }

  async #connect(): Promise<Client> {
    const client = new Client(
      { name: 'toolthread', version: '0.0.0' },
      {
        capabilities: { elicitation: { form: {} } },
        ...(this.#server.transport.kind === 'http' ? { versionNegotiation: { mode: 'auto' } } : {}),
      },
    );
    client.setRequestHandler('elicitation/create', ({ params }) => {
      if ('url' in params) throw refusal('This client opens no addresses for a server.');
      return this.#elicit(params);
    });
    client.onclose = () => {
      this.#client = undefined;
    };
    this.#newest = client;
    const transport = this.#transport();
    takeMessages(transport, [
      takeProgress((progress) => this.#progressed(progress)),
      answerRequests(transport, () => this.#noForm()),
    ]);
    await client.connect(transport, { timeout: this.#connectMs });
    return client;
  }

  #transport(): Transport {
    const { transport } = this.#server;
    if (transport.kind === 'http') {
      const { url, headers = {} } = transport;
      return new StreamableHTTPClientTransport(new URL(url), {
        fetch: boundedFetch,
        requestInit: { headers: { ...headers } },
      });
    }
    const { command, args = [], env = {}, cwd } = transport;
    const own = shellEnvironment(process.env);
    const lookup = { path: own['PATH'] ?? '', writable: this.#server.writable ?? [] };
    if (env['PATH'] === undefined && isPlanted(command, lookup))
      throw new Error(`${command} was found only in folders that agents can write to. Give its absolute path.`);
    this.#said = '';
    watch({ mark: this.#mark });
    const made = new StdioClientTransport({
      command,
      args: [...args],
      env: {
        ...own,
        ...(own['PATH'] === undefined ? {} : { PATH: safePath(lookup) }),
        ...env,
        [STRAY_MARK]: this.#mark,
      },
      stderr: 'pipe',
      ...(cwd === undefined ? {} : { cwd }),
    });
    readInTurns(made);
    made.stderr?.on('data', (chunk: Buffer) => {
      this.#said = lastWords(this.#said + chunk.toString(), MOST_SAID);
    });
    return made;
  }

  /**
   * Under tokens of our own: the client drops its own when the result comes, before it has passed on the progress that came
   * in the same chunk.
   */
  #progressed({ token, words }: Progress): void {
    for (const call of this.#inFlight) {
      if (call.token !== token) continue;
      call.deadline.begin();
      call.context.output(`${words}\n`);
    }
  }

  /**
   * A server does not say which call it asks for. If that is not clear, nobody is asked. However many forms it sends, a person has
   * one of them before them at a time.
   */
  async #elicit(params: Parameters<typeof elicit>[1]): Promise<ElicitResult> {
    const [only] = this.#inFlight;
    const why = this.#noForm();
    if (only === undefined || why !== undefined) throw refusal(why ?? NO_CALL);
    only.forms += 1;
    const asked = only.settled.then(() => this.#ask(params, only));
    only.settled = asked.catch(() => undefined);
    return asked;
  }

  /** Why no form is taken now. */
  #noForm(): string | undefined {
    const [only, ...others] = this.#inFlight;
    if (only === undefined || others.length > 0) return NO_CALL;
    return only.forms < MOST_FORMS ? undefined : `One call has at most ${MOST_FORMS} forms filled in.`;
  }

  async #ask(params: Parameters<typeof elicit>[1], { context, deadline }: InFlight): Promise<ElicitResult> {
    deadline.pause();
    try {
      const result = await elicit(this.#server.name, params, context);
      if (result === undefined)
        throw refusal('Only forms of up to 8 simple fields with short choices can be filled in.');
      return result;
    } finally {
      deadline.begin();
    }
  }

  /** What the server printed beside its answers before it ended, as a sentence to add. */
  get lastWords(): string {
    const said = this.#said.trim();
    return said === '' ? '' : ` Its last words:\n${said}`;
  }

  #failure(error: unknown, context: ToolContext, deadline: Deadline): Answered {
    const name = this.#server.name;
    if (context.signal.aborted) return { ok: false, message: 'Stopped by the user.', code: 'stopped' };
    if (deadline.isLate) {
      return {
        ok: false,
        message: `${name} did not answer within ${this.#timeoutMs / 1000} seconds.`,
        code: 'timeout',
      };
    }
    if (error instanceof ProtocolError)
      return { ok: false, message: `${name} refused: ${error.message}`, code: 'mcp_refused' };
    if (this.#client !== undefined) return { ok: false, message: `${name}: ${thrownWords(error)}`, code: 'mcp_failed' };
    return {
      ok: false,
      message: `The MCP server ${name} is gone (${thrownWords(error)}). The call may have taken effect, and was not repeated.${this.lastWords}`,
      code: 'mcp_gone',
    };
  }
}

/** We measure the time ourselves, so that it stops while a person is asked. */
const FOREVER_MS = 2 ** 31 - 1;

function refusal(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}

/** A program of this name exists, but only in a folder that an agent can write to. */
function isPlanted(command: string, { path, writable }: Lookup): boolean {
  const isNamed = !command.includes('/') && process.platform !== 'win32';
  const isSafe = findProgram(command, { path, writable }) !== undefined;
  return isNamed && !isSafe && findProgram(command, { path, writable: [] }) !== undefined;
}
