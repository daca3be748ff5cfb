import type { SecretVariable } from '@toolthread/agent/redact';
import { secretVariables } from '@toolthread/agent/redact';
import type { McpServer } from '@toolthread/agent/mcp';

type Environment = { readonly [name: string]: string | undefined };

/** What neither a tool nor a model may bring into a thread, by name: of the environment, of the MCP servers, and the token of this server. */
export function namedSecrets(
  env: Environment,
  servers: readonly McpServer[],
  token?: string,
): readonly SecretVariable[] {
  return [
    ...secretVariables(env),
    ...servers.flatMap((server) =>
      secretVariables(told(server)).map(({ name, secrets }) => ({
        name: `mcp.json: ${server.name}: ${name}`,
        secrets,
      })),
    ),
    { name: "this server's token", secrets: token === undefined ? [] : [token] },
  ];
}

/** `secretsOf(namedSecrets(process.env, servers, token))` */
export function secretsOf(named: readonly SecretVariable[]): readonly string[] {
  return [...new Set(named.flatMap(({ secrets }) => secrets))];
}

/** One name on each line, never a value. */
export function secretNames(named: readonly SecretVariable[]): string {
  return named.map(({ name, secrets }) => `${name}${secrets.length === 0 ? NOT_REMOVED : ''}\n`).join('');
}

const NOT_REMOVED = '   (stays visible: its value is too short or too common to remove)';

/** All that the file tells a server. */
function told({ transport }: McpServer): Environment {
  if (transport.kind === 'http') return { ...transport.headers, url: transport.url };
  const args = transport.args ?? [];
  const options = args.map((word, n): readonly [string, string] => {
    const [, name = `argument ${n + 1}`, value = word] = /^--?([\w-][\w-]*)=([^]*)$/.exec(word) ?? [];
    const before = args[n - 1] ?? '';
    return before.startsWith('-') && !word.startsWith('-') ? [before.replace(/^--*/, ''), word] : [name, value];
  });
  return { ...Object.fromEntries(options), ...transport.env };
}
