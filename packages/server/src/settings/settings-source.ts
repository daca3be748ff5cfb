import type { PolicyChange, PolicyChanged, PolicyRules } from '@toolthread/agent';

/** How a server is set up, for a person: `createServer({ settings })`. No secret is in it. */
export interface SettingsSource {
  read(): Promise<ReadSettings>;
  /** A person wants other rules. Without it the rules are only read. */
  changePolicy?(change: PolicyChange): Promise<ChangedRules>;
  /** Tries to reach an MCP server again; undefined if none is called so. Without it nothing is tried again. */
  reconnect?(name: string): Promise<ReadMcpServer | undefined>;
}

/** What is read of it. */
export interface ReadSettings {
  readonly mcp: readonly ReadMcpServer[];
  /** What is wrong with the file that names them, as a message. */
  readonly mcpProblems: readonly string[];
  readonly policy: ReadRules;
}

/** A server of the Model Context Protocol, as it is now. */
export interface ReadMcpServer {
  readonly name: string;
  /** The names of its tools; none if it was not reached. */
  readonly tools: readonly string[];
  /** It has not yet answered since it was started. */
  readonly connecting?: true;
  /** Why it cannot be used now, as a message. */
  readonly problem?: string;
}

/** The rules of the policy, and the file that has them. */
export interface ReadRules extends PolicyRules {
  readonly file: string;
}

/** The rules as they are then; or why they are not changed. */
export type ChangedRules =
  | { readonly ok: true; readonly policy: ReadRules }
  | Extract<PolicyChanged, { readonly ok: false }>;
