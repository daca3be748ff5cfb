import { changePolicyRules, policyRules } from '@toolthread/agent';
import type { ReadMcpServer, SettingsSource } from '@toolthread/server';
import type { ConnectedServers, NamedServers } from './connect-servers.ts';

export interface Settings {
  readonly connected: Pick<ConnectedServers, 'read' | 'reconnect'>;
  readonly named: Pick<NamedServers, 'problems'>;
  /** The file of the policy. */
  readonly policy: string;
  readonly withoutSecrets: (text: string) => string;
}

/** `createServer({ settings: settingsSource({ connected, named, policy, withoutSecrets }) })` */
export function settingsSource({ connected, named, policy: file, withoutSecrets }: Settings): SettingsSource {
  const shown = (one: ReadMcpServer): ReadMcpServer =>
    one.problem === undefined ? one : { ...one, problem: withoutSecrets(one.problem) };
  return {
    read: async () => ({
      mcp: (await connected.read()).map(shown),
      mcpProblems: named.problems.map(withoutSecrets),
      policy: { file, ...(await policyRules(file)) },
    }),
    changePolicy: async (change) => {
      const changed = await changePolicyRules(file, change);
      return changed.ok ? { ok: true, policy: { file, ...changed.policy } } : changed;
    },
    reconnect: async (name) => {
      const server = await connected.reconnect(name);
      return server === undefined ? undefined : shown(server);
    },
  };
}
