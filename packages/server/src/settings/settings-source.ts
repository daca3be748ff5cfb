/** How a server is set up, for a person: `createServer({ settings })`. No secret is in it. */
export interface SettingsSource {
  read(): Promise<ReadSettings>;
  /** A person wants other rules. Without it the rules are only read. */
  changePolicy?(change: WantedRules): Promise<ChangedRules>;
  /** Tries to reach an MCP server again; undefined where none is called so. Without it nothing is tried again. */
  reconnect?(name: string): Promise<ReadMcpServer | undefined>;
}

/** What is read of it. */
export interface ReadSettings {
  readonly mcp: readonly ReadMcpServer[];
  /** What is wrong with the file that names them, in words. */
  readonly mcpProblems: readonly string[];
  readonly policy: ReadRules;
}

/** A server of the Model Context Protocol, as it is now. */
export interface ReadMcpServer {
  readonly name: string;
  /** The names of its tools; none where it could not be reached. */
  readonly tools: readonly string[];
  /** Why it cannot be used now, in words. */
  readonly problem?: string;
}

/** A rule of the policy. */
export interface ReadRule {
  readonly tool: string;
  readonly verdict: 'allow' | 'ask' | 'deny';
  readonly where?: { readonly [argument: string]: string };
}

/** The rules of the policy, as its file has them. */
export interface ReadRules {
  readonly file: string;
  readonly rules: readonly ReadRule[];
  /** How many calls are allowed for always. */
  readonly always: number;
  /** Another one, as soon as the rules are others; absent where they cannot be changed. */
  readonly version?: string;
  /** Why the file is not used, in words. */
  readonly problem?: string;
}

/** What a person wants the rules to be. */
export interface WantedRules {
  readonly rules: readonly ReadRule[];
  /** That of the rules which the person saw. */
  readonly version: string;
  /** What was allowed for always is taken back, too. */
  readonly forgetAlways?: boolean;
}

/** The rules as they are then. `changed`: they are others than those that the person saw. */
export type ChangedRules =
  | { readonly ok: true; readonly policy: ReadRules }
  | { readonly ok: false; readonly why: 'changed' | 'not written'; readonly problem: string };
