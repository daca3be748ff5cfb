import { postgresName } from '@toolthread/store';
import type { ServeOptions } from '../serve-options.ts';

interface Environment {
  readonly [name: string]: string | undefined;
}

/** Secrets: whether there is one, and from where, never what it is. */
const SECRETS = [
  'TOOLTHREAD_TOKEN',
  'ANTHROPIC_API_KEY',
  'ANTHROPIC_AUTH_TOKEN',
  'OPENAI_API_KEY',
  'GEMINI_API_KEY',
] as const;

/** `port  4780  default`: each setting, its value, and where it comes from. */
export function configLines(options: ServeOptions, sources: ReadonlyMap<string, string>, env: Environment): string {
  const from = (name: string): string => sources.get(name) ?? 'default';
  const list = (values: readonly string[]): string => (values.length === 0 ? 'none' : values.join(', '));
  const { model, auth } = options;
  const rows: readonly (readonly [string, string, string])[] = [
    ['config', options.config ?? 'none', options.config === undefined ? 'default' : from('config')],
    ['host', options.host, from('host')],
    ['port', options.port === undefined ? '4780, or any free one' : String(options.port), from('port')],
    ['data', options.data, from('data')],
    ['workspace', options.workspace ?? 'a new one for each thread', from('workspace')],
    ['workspaces', list(options.workspaces), from('workspaces')],
    ['runs', String(options.runs), from('runs')],
    ['no-open', String(!options.open), from('no-open')],
    ['provider', model.provider ?? 'the first one that has a key', from('provider')],
    ['model', model.model ?? 'what the provider has', from('model')],
    ['base-url', model.baseURL === undefined ? 'the provider’s own' : withoutUser(model.baseURL), from('base-url')],
    ['host-name', list(options.hosts), from('host-name')],
    ['trust-proxy', String(options.trustProxy), from('trust-proxy')],
    ['auth', auth.kind, from('auth')],
    ['user-header', auth.kind === 'proxy' ? auth.header : 'none', from('user-header')],
    [
      'proxy-address',
      auth.kind === 'proxy' && auth.from.length > 0 ? list(auth.from) : 'this computer',
      from('proxy-address'),
    ],
    ['base-path', options.basePath === '' ? '/' : options.basePath, from('base-path')],
    ['renderers', options.renderers ?? 'none', from('renderers')],
    ['node', options.node.name, from('node')],
    ['shared-workspaces', options.node.sharedWorkspaces ?? 'none', from('shared-workspaces')],
    ['runs-in-all', String(options.node.limits.inAll ?? 'no limit'), from('runs-in-all')],
    ['runs-by-person', String(options.node.limits.byPerson ?? 'no limit'), from('runs-by-person')],
    ['log-requests', options.logRequests ?? 'nowhere', from('log-requests')],
    ['log', options.log, from('log')],
    ['metrics-token', isSet(options.metricsToken), from('metrics-token')],
    ...SECRETS.map((name) => [name, isSet(env[name]), env[name] ? 'environment' : 'default'] as const),
    [
      'DATABASE_URL',
      env['DATABASE_URL'] ? postgresName(env['DATABASE_URL']) : 'threads are in the data folder',
      env['DATABASE_URL'] ? 'environment' : 'default',
    ],
  ];
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map(
      (row) =>
        `${row
          .map((text, i) => text.padEnd(widths[i] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}

function isSet(secret: string | undefined): string {
  return secret ? 'set, and not shown' : 'not set';
}

/** An address may hold a name and a password, or a key behind the question mark. */
function withoutUser(address: string): string {
  if (!URL.canParse(address)) return 'set, and not shown';
  const { origin, pathname, search } = new URL(address);
  return `${origin}${pathname}${search === '' ? '' : '?…'}`;
}
