import { dollars } from '@toolthread/core/text';
import { isPostgresUrl, postgresName } from '@toolthread/store';
import type { ServeOptions } from '../options/serve-options.ts';
import { READ_VARIABLES, type VariableKind } from './read-variables.ts';
import { knownNodeName } from './own-node-name.ts';
import type { Setting } from './serve-option.ts';

interface Environment {
  readonly [name: string]: string | undefined;
}

const ONLY_PROXY = 'none: it is for --auth proxy';

/** `port  4780  default`: each setting, its value, and where it comes from. */
export function configLines(options: ServeOptions, sources: ReadonlyMap<string, string>, env: Environment): string {
  const from = (name: string): string => sources.get(name) ?? 'default';
  const list = (values: readonly string[]): string => (values.length === 0 ? 'none' : values.join(', '));
  const { model, auth } = options;
  const values: Readonly<Record<Setting, string>> = {
    config: options.config ?? 'none',
    host: options.host,
    port: options.port === undefined ? '4780, or any free one' : String(options.port),
    data: options.data,
    workspace: options.workspace ?? 'a new one for each thread',
    workspaces: list(options.workspaces),
    runs: String(options.runs),
    'no-open': String(!options.open),
    provider: model.provider ?? 'the first one that has a key',
    model: model.model ?? 'what the provider has',
    'base-url': model.baseURL === undefined ? 'the provider’s own' : withoutUser(model.baseURL),
    'context-tokens': model.contextTokens === undefined ? 'what is known of the model' : String(model.contextTokens),
    'host-name': list(options.hosts),
    'trust-proxy': String(options.trustProxy),
    auth: auth.kind,
    'user-header': auth.kind === 'proxy' ? auth.header : ONLY_PROXY,
    'proxy-address': auth.kind !== 'proxy' ? ONLY_PROXY : auth.from.length > 0 ? list(auth.from) : 'this computer',
    'base-path': options.basePath === '' ? '/' : options.basePath,
    renderers: options.renderers ?? 'none',
    node: options.node.name ?? knownNodeName(options.data, env) ?? 'made at the first start on a database',
    'shared-workspaces': options.node.sharedWorkspaces ?? 'none',
    'runs-in-all': String(options.node.limits.inAll ?? 'no limit'),
    'runs-by-person': String(options.node.limits.byPerson ?? 'no limit'),
    'tokens-by-day': String(options.spending.tokens ?? 'no limit'),
    'cost-by-day': options.spending.cost === undefined ? 'no limit' : dollars(options.spending.cost),
    'log-requests': options.logRequests ?? 'nowhere',
    log: options.log,
    'metrics-token': isSet(options.metricsToken),
  };
  const rows: readonly (readonly [string, string, string])[] = [
    ...Object.entries(values).map(([name, value]) => [name, value, from(name)] as const),
    ...READ_VARIABLES.filter(({ name, isOfOthers = false }) => env[name] || !isOfOthers).map(
      ({ name, kind }) => [name, shownOf(kind, env[name]), env[name] ? 'environment' : 'default'] as const,
    ),
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

function shownOf(kind: VariableKind, value: string | undefined): string {
  if (!value) return 'not set';
  switch (kind) {
    case 'secret':
      return isSet(value);
    case 'database':
      return isPostgresUrl(value) ? postgresName(value) : 'set, and no address of a PostgreSQL database';
    case 'address':
      return withoutUser(value);
    case 'text':
      return value;
    default:
      return kind satisfies never;
  }
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
