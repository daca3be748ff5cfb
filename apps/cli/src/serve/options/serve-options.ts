import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { basePathProblem, USUAL_RUNS } from '@toolthread/server';
import { onlyOptions } from '../../command.ts';
import { defaultData } from '../../data-folder.ts';
import { parseOptions } from '../../parse-options.ts';
import { configuredArgs } from '../config/configured-args.ts';
import { OPTIONS } from '../config/serve-option.ts';
import { readConfig } from '../config/read-config.ts';
import { PROVIDERS } from '../choose-model.ts';
import type { AskedModel } from '../choose-model.ts';
import type { SpendingLimits } from '@toolthread/store';
import { spendingLimits } from '../config/spending-limits.ts';
import { type GivenNode, parseNodeOptions } from './parse-node-options.ts';
import { parseModelOptions } from './parse-model-options.ts';

/** `users`: people with accounts; `proxy`: those whom a proxy names in this header, from these addresses. */
export type ServeAuth =
  | { readonly kind: 'token' | 'users' }
  | { readonly kind: 'proxy'; readonly header: string; readonly from: readonly string[] };

export interface ServeOptions {
  readonly host: string;
  /** `undefined`: the usual one, or any that is free. */
  readonly port: number | undefined;
  readonly data: string;
  /** Where a real model works; without it, each thread has a folder of its own. */
  readonly workspace: string | undefined;
  /** Folders below which a person may choose another for a thread. */
  readonly workspaces: readonly string[];
  /** What holds where several servers work on one database. */
  readonly node: GivenNode;
  /** How much each person may use in a day. */
  readonly spending: SpendingLimits;
  readonly open: boolean;
  /** Names under which the server is reached, besides this machine's own. */
  readonly hosts: readonly string[];
  /** `''`: the root of the host. */
  readonly basePath: string;
  readonly trustProxy: boolean;
  /** Who may use the server besides whoever has a token. */
  readonly auth: ServeAuth;
  /** How many runs work at once. */
  readonly runs: number;
  /** Where each request to a model and its response are written; nowhere without it. */
  readonly logRequests: string | undefined;
  readonly model: AskedModel;
  /** A module with renderers of one's own, for the page. */
  readonly renderers: string | undefined;
  /** In words, or as lines of JSON. */
  readonly log: 'text' | 'json';
  /** Opens the numbers, and nothing else. */
  readonly metricsToken: string | undefined;
  /** The file that settings were read from. */
  readonly config: string | undefined;
}

export type ParsedServeOptions =
  | { readonly ok: true; readonly options: ServeOptions }
  | { readonly ok: false; readonly reason: string }
  /** Nothing is run: the names of what is kept secret are printed. */
  | { readonly ok: 'secret names'; readonly options: ServeOptions }
  /** Nothing is run: each setting is printed. `sources`: where those come from that were given. */
  | { readonly ok: 'print config'; readonly options: ServeOptions; readonly sources: ReadonlyMap<string, string> }
  | { readonly ok: 'help' };

export const SERVE_HELP = `toolthread serve [--port N] [--host ADDRESS] [--data DIR] [--workspace DIR] [--workspaces DIR]…
                 [--runs N] [--no-open]
                 [--provider NAME] [--model NAME] [--base-url URL] [--context-tokens N]
                 [--auth token|users|proxy] [--user-header NAME] [--proxy-address ADDRESS]…
                 [--host-name NAME]… [--trust-proxy] [--base-path PATH] [--renderers FILE]
                 [--node NAME] [--shared-workspaces DIR] [--runs-in-all N] [--runs-by-person N]
                 [--tokens-by-day N] [--cost-by-day N]
                 [--log-requests DIR] [--log text|json] [--metrics-token TOKEN]
                 [--config FILE] [--print-config] [--show-secret-names]

Runs the page and the agent on this computer, and prints the address to open.

  --port N         listen on this port (default: 4780, or any free one)
  --host ADDRESS   listen on this address (default: 127.0.0.1); an address that others can reach needs a token of 16 characters
  --data DIR       keep threads here (default: ${defaultData({ HOME: '~' })})
  --workspace DIR  the folder a real model works in (default: a new one for each thread)
  --workspaces DIR   below this folder, a person may choose any other for a thread; may be given several times (default: none)
  --runs N         how many runs work at once (default: ${USUAL_RUNS}); the others are queued, and threads take turns
  --no-open        do not open the browser
  --provider NAME  who answers: ${PROVIDERS.join(', ')} (default: the first one that has a key or an address in the environment)
  --model NAME     the model to ask for
  --base-url URL   its address; alone, that of a server that speaks OpenAI's API: Ollama, LM Studio, llama.cpp, vLLM
  --context-tokens N  the size of its context window (default: what is known of the model, or what the server says); before it is
                   full, a summary takes the place of what is oldest
  --host-name NAME  answer under this host name too: threads.example.com, or box:4780; may be given several times
  --trust-proxy    the server is behind one proxy: trust its X-Forwarded-For, -Host and -Proto (default: they are ignored)
  --auth token     whoever has a token may use the server, and sees everything (default)
  --auth users     people sign in with a name and a password, and each has threads of their own: see "toolthread users"
  --auth proxy     a proxy says who somebody is, in a header; needs --trust-proxy
  --user-header NAME   that header (default: X-Forwarded-User); the proxy must remove it from the requests that it gets
  --proxy-address ADDRESS   where the proxy is, if not on this computer; may be given several times
  --base-path PATH   the server is reached below this path of its host: /agent (default: at its root); a proxy may remove it or not
  --renderers FILE   a module with renderers for tools of your own, which the page loads; it can do all that the page can
  --node NAME      with DATABASE_URL: the name of this server among those on the database, the same at each start (default: made
                   once, and kept in the data folder)
  --shared-workspaces DIR   with DATABASE_URL: storage that all nodes have at this path; workspaces are made there, and threads run on any
                   node (default: a thread stays on the node that ran it first, where its files are)
  --runs-in-all N, --runs-by-person N   with DATABASE_URL: how many runs work at once on all nodes (default: as many as the nodes have room for)
  --tokens-by-day N, --cost-by-day N   how many tokens, and how many US dollars, each person may use in a day (UTC), on all nodes together
                   (default: no limit); a model without a price counts as tokens only. For one person: "toolthread users limit"
  --log-requests DIR   write each request to a model and its response to a file there, without secrets (default: none); everything that
                   was said is in them
  --log text|json  log what happens as text (the default), or as one line of JSON for each thing that happens
  --metrics-token TOKEN   a token that opens /metrics and nothing else (better in TOOLTHREAD_METRICS_TOKEN, where no other user sees it)
  --config FILE    settings, as JSON: {"port": 4780, "host-name": ["threads.example.com"]} (default: toolthread.json in the data folder)
  --print-config   print every setting and where it comes from, without secrets, and exit
  --show-secret-names   print the names of the secrets that are kept out of threads, and exit

  TOOLTHREAD_TOKEN   the owner's token (default: one is made and kept in the data folder); for others see "toolthread tokens"
  DATABASE_URL       keep threads in this PostgreSQL database, postgres://user:password@host/database, not in the data folder; any
                   number of servers may do so
  DATABASE_DIRECT_URL   the same database without the pooler that DATABASE_URL leads to, for the connection that listens to other nodes
  ANTHROPIC_API_KEY or ANTHROPIC_AUTH_TOKEN, OPENAI_API_KEY, GEMINI_API_KEY   a real model answers instead of the demo agent
  ANTHROPIC_BASE_URL, OPENAI_BASE_URL, GEMINI_BASE_URL  another address for it: Ollama, vLLM, OpenRouter…
  TOOLTHREAD_PORT, TOOLTHREAD_HOST_NAME…   the same as --port, --host-name… (of several with commas between); an option wins over its
                     variable, and that over the file

In the data folder: policy.json says what a real model may do without asking, mcp.json which MCP servers it has
({"mcpServers": {"files": {"command": "mcp-files", "args": ["."]}, "search": {"url": "https://…"}}}).

  toolthread serve --port 5000 --data ./threads --no-open
`;

/** Reads the file of settings, if there is one. */
export function parseServeOptions(
  args: readonly string[],
  env: { readonly [name: string]: string | undefined },
): ParsedServeOptions {
  const first = parseOptions(args, OPTIONS);
  if (first.ok !== true) return first;
  const { config: named = env['TOOLTHREAD_CONFIG'] || undefined, data } = first.given.values;
  const read = readConfig(named, resolve(data ?? (env['TOOLTHREAD_DATA'] || defaultData(env))));
  if (!read.ok) return read;
  const configured = configuredArgs({ args, env, file: read.file, fields: read.fields });
  if (!configured.ok) return configured;
  const found = first.given.values.config !== undefined ? '--config' : named && 'TOOLTHREAD_CONFIG';
  const sources = new Map([...configured.sources, ['config', found ?? (read.file ? 'the data folder' : 'default')]]);
  const parsed = parseAll(configured.args, env, read.file);
  if (parsed.ok === false) {
    const source = [...sources].find(([name]) => parsed.reason.startsWith(`--${name} `))?.[1] ?? '--';
    return source.startsWith('--') ? parsed : { ok: false, reason: `${parsed.reason} It is from ${source}.` };
  }
  return parsed.ok === true && first.given.values['print-config'] === true
    ? { ok: 'print config', options: parsed.options, sources }
    : parsed;
}

function parseAll(
  args: readonly string[],
  env: { readonly [name: string]: string | undefined },
  config: string | undefined,
): ParsedServeOptions {
  const parse = parseOptions(args, OPTIONS);
  if (parse.ok !== true) return parse;
  const { values, positionals } = parse.given;
  const [extra] = positionals;
  if (extra !== undefined) return { ok: false, reason: onlyOptions('serve', extra) };
  const port = values.port === undefined ? undefined : portFrom(values.port);
  if (Number.isNaN(port)) {
    return { ok: false, reason: `--port needs a number from 0 to 65535, not "${values.port}".` };
  }
  const runs = values.runs ?? String(USUAL_RUNS);
  if (!/^[1-9]\d{0,3}$/.test(runs))
    return { ok: false, reason: `--runs needs a number from 1 to 9999, not "${runs}".` };
  const hosts = values['host-name'] ?? [];
  const unlike = hosts.find((host) => !/^(?:\[[\da-f:.][\da-f:.]*\]|[^\s/@:[\]][^\s/@:[\]]*)(?::\d\d*)?$/i.test(host));
  if (unlike !== undefined) {
    return { ok: false, reason: `--host-name needs a host name, with its port if it has one, not "${unlike}".` };
  }
  const basePath = values['base-path'] ?? '';
  const unlikePath = basePathProblem(basePath);
  if (unlikePath !== undefined) return { ok: false, reason: unlikePath };
  const auth = authFrom(values);
  if (typeof auth === 'string') return { ok: false, reason: auth };
  const model = parseModelOptions(values, env);
  if ('reason' in model) return { ok: false, reason: model.reason };
  const form = values.log ?? 'text';
  if (form !== 'text' && form !== 'json') return { ok: false, reason: `--log needs text or json, not "${form}".` };
  const metricsToken = values['metrics-token'];
  if (metricsToken !== undefined && metricsToken.length < 16)
    return { ok: false, reason: '--metrics-token needs at least 16 characters.' };
  const data = resolve(values.data ?? defaultData(env));
  const node = parseNodeOptions(values);
  if ('reason' in node) return { ok: false, reason: node.reason };
  const spending = spendingLimits(values);
  if ('reason' in spending) return { ok: false, reason: spending.reason };
  const workspace = values.workspace === undefined ? undefined : resolve(values.workspace);
  const log = values['log-requests'] ?? env['TOOLTHREAD_LOG_REQUESTS'] ?? '';
  if (values['log-requests'] === '') return { ok: false, reason: '--log-requests needs a folder.' };
  return {
    ok: values['show-secret-names'] === true ? 'secret names' : true,
    options: {
      host: values.host ?? '127.0.0.1',
      port,
      data,
      workspace,
      workspaces: (values.workspaces ?? []).map((path) => resolve(path)),
      node,
      spending,
      open: values['no-open'] !== true,
      hosts,
      basePath,
      trustProxy: values['trust-proxy'] ?? false,
      auth,
      runs: Number(runs),
      logRequests: log === '' ? undefined : resolve(log),
      model,
      renderers: values.renderers === undefined ? undefined : resolve(values.renderers),
      log: form,
      metricsToken,
      config,
    },
  };
}

interface GivenAuth {
  readonly auth?: string | undefined;
  readonly 'trust-proxy'?: boolean | undefined;
  readonly 'user-header'?: string | undefined;
  readonly 'proxy-address'?: readonly string[] | undefined;
}

/** Or why it is not one. */
function authFrom(values: GivenAuth): ServeAuth | string {
  const { auth = 'token', 'user-header': header = 'X-Forwarded-User', 'proxy-address': from = [] } = values;
  if (auth === 'token' || auth === 'users') {
    if (values['user-header'] === undefined && from.length === 0) return { kind: auth };
    return '--user-header and --proxy-address are for --auth proxy.';
  }
  if (auth !== 'proxy') return `--auth needs token, users or proxy, not "${auth}".`;
  if (values['trust-proxy'] !== true)
    return '--auth proxy needs --trust-proxy: it says that a proxy is in front of the server, and that what the proxy says is true.';
  if (!/^[\w-]{1,100}$/.test(header)) return `--user-header wants the name of a header, not "${header}".`;
  const unlike = from.find((address) => isIP(address) === 0);
  return unlike === undefined
    ? { kind: 'proxy', header, from }
    : `--proxy-address needs an IP address, not "${unlike}".`;
}

/** Plain digits only: `0x50` and `1e3` are refused, not guessed at. */
function portFrom(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : NaN;
  return port <= 65_535 ? port : NaN;
}
