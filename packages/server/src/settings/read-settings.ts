import type { PolicyRules } from '@toolthread/agent/rules';

/** How a server is set up, as it is read. */
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
