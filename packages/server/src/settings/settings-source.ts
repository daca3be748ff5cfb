/** How a server is set up, for a person to read: `createServer({ settings })`. No secret is in it. */
export interface SettingsSource {
  read(): Promise<ReadSettings>;
}

/** What is read of it. */
export interface ReadSettings {
  readonly mcp: readonly ReadMcpServer[];
  /** What is wrong with the file that names them, in words. */
  readonly mcpProblems: readonly string[];
  readonly policy: ReadRules;
}

/** A server of the Model Context Protocol. */
export interface ReadMcpServer {
  readonly name: string;
  /** The names of its tools; none where it could not be reached. */
  readonly tools: readonly string[];
  /** Why it cannot be used, in words. */
  readonly problem?: string;
}

/** The rules of the policy, as its file has them. */
export interface ReadRules {
  readonly file: string;
  readonly rules: readonly {
    readonly tool: string;
    readonly verdict: 'allow' | 'ask' | 'deny';
    readonly where?: { readonly [argument: string]: string };
  }[];
  /** How many calls are allowed for always. */
  readonly always: number;
  /** Why the file is not used, in words. */
  readonly problem?: string;
}
