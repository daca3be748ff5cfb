/**
 * An MCP server whose tools an agent may use. It is named in code by whoever starts the agent: no file of a workspace
 * configures one.
 */
export interface McpServer {
  /** Its tools are called `name__tool`. Letters, digits and `-`, at most 24. */
  readonly name: string;
  readonly transport: StdioServer | HttpServer;
  /** Folders that agents write to. No program is looked for there by name: neither the server's own nor one that it starts. */
  readonly writable?: readonly string[];
  /** How long it may take to answer; without it, a minute. Progress restarts the time, and it stops while a person is asked. */
  readonly timeoutMs?: number;
  /** How long it may take to connect and to list its tools; without it, half a minute. */
  readonly connectMs?: number;
}

/** A program on this machine, which is started. */
export interface StdioServer {
  readonly kind: 'stdio';
  readonly command: string;
  readonly args?: readonly string[];
  /** Added to the variables that every child process gets from our environment. Those contain no secret. */
  readonly env?: { readonly [name: string]: string };
  readonly cwd?: string;
}

/** A server at an address. */
export interface HttpServer {
  readonly kind: 'http';
  readonly url: string;
  readonly headers?: { readonly [name: string]: string };
}

export const SERVER_NAME: RegExp = /^[a-zA-Z0-9-]{1,24}$/;
export const TIMEOUT_MS = 60_000;
export const CONNECT_MS = 30_000;
