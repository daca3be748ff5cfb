import type { PolicyChange, PolicyChanged } from '@toolthread/agent';
import type { ReadMcpServer, ReadRules, ReadSettings } from './read-settings.ts';

/** How a server is set up, for a person: `createServer({ settings })`. No secret is in it. */
export interface SettingsSource {
  read(): Promise<ReadSettings>;
  /** A person wants other rules. Without it the rules are only read. */
  changePolicy?(change: PolicyChange): Promise<ChangedRules>;
  /** Tries to reach an MCP server again; undefined if none is called so. Without it nothing is tried again. */
  reconnect?(name: string): Promise<ReadMcpServer | undefined>;
}

/** The rules as they are then; or why they are not changed. */
export type ChangedRules =
  | { readonly ok: true; readonly policy: ReadRules }
  | Extract<PolicyChanged, { readonly ok: false }>;
