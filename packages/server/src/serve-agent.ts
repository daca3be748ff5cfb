import { isFields } from '@toolthread/core/json';
import { thrownWords } from '@toolthread/core/text';
import {
  compactThread,
  endStraysOfEarlierLives,
  equipmentProblem,
  hasWork,
  policyByTool,
  recoverRun,
  runAgent,
  toolsByName,
} from '@toolthread/agent';
import type { Equipment } from '@toolthread/agent';
import { isPostgresUrl, type Ledger, openLedger, openPostgresLedger } from '@toolthread/store';
import type { ListenAddress } from './access/assert-listenable.ts';
import { announcing, createHub } from './events/hub.ts';
import type { Agent } from './runs/agent.ts';
import { createRunner } from './runs/create-runner.ts';
import type { RunnerOptions } from './runs/runner-options.ts';
import { createServer, type Server, type ServerOptions } from './server.ts';

/** A model with its tools; without a policy every call asks. */
export interface ModelOfAgent extends Pick<
  Equipment,
  'model' | 'system' | 'limits' | 'prices' | 'workspace' | 'secrets'
> {
  readonly tools?: Equipment['tools'];
  readonly policy?: Equipment['policy'];
}

/** Who answers, where threads are kept, and where the server listens. */
export interface ServeAgentOptions
  extends
    Omit<ServerOptions, 'ledger' | 'hub' | 'runner' | 'people'>,
    Pick<RunnerOptions, 'runs' | 'spending' | 'node'> {
  /** A model with tools; or an agent of your own. */
  readonly agent: ModelOfAgent | Agent;
  /** The file of the ledger, made if there is none. Or the address of a PostgreSQL, like `process.env.DATABASE_URL`: then say which `node` this is. */
  readonly file: string;
  /**
   * Threads have owners, and people have roles in them, which are kept in the ledger: `served.ledger.people`. Without it, they do where people sign in
   * (`accounts`) or a proxy names them (`proxyUsers`).
   */
  readonly people?: boolean;
  /** Without it, any free port of this machine. `mounted`: none; another program gives its requests to `server.fetch`. */
  readonly listen?: ListenAddress | 'mounted';
}

/** The server and its ledger; or a message that says why there is none. */
export type ServedAgent =
  | {
      readonly ok: true;
      /** Where it listens; undefined if it is mounted. */
      readonly url: string | undefined;
      readonly server: Server;
      readonly ledger: Ledger;
      close(): Promise<void>;
    }
  | { readonly ok: false; readonly message: string };

/**
 * An agent over HTTP in one call: its ledger, its runs, the routes and the streams. First it records what an earlier life left open.
 *
 * @example
 * import { scriptedModel } from '@toolthread/providers/scripted';
 * const model = scriptedModel([[{ type: 'text', text: 'Only the linter.' }]]);
 * const served = await serveAgent({ agent: { model }, file: await exampleLedger(), token: 'a-long-secret-0123456789' });
 * if (!served.ok) throw new Error(served.message);
 * (await fetch(`${served.url}/api/threads`)).status; //=> 401
 * await served.close();
 */
export async function serveAgent(options: ServeAgentOptions): Promise<ServedAgent> {
  const { file, ...rest } = options;
  const opened = await (isPostgresUrl(file) ? openPostgresLedger({ url: file }) : openLedger({ file }));
  if (!opened.ok) return { ok: false, message: opened.error.message };
  const begun: { close(): Promise<void> }[] = [opened.value];
  const close = async (): Promise<void> => {
    for (const part of begun.toReversed()) await part.close();
  };
  // A ledger that stayed open could not be opened again in this process.
  const started = await start(rest, opened.value, begun).catch((error: unknown) => ({
    ok: false as const,
    message: thrownWords(error),
  }));
  if (started.ok) return { ...started, close };
  await close();
  return { ok: false, message: started.message };
}

/** `begun`: what has to be closed, whatever comes of it. */
async function start(
  { agent, runs, spending, node, listen = ANY_PORT, people, ...rest }: Omit<ServeAgentOptions, 'file'>,
  kept: Ledger,
  begun: { close(): Promise<void> }[],
): Promise<Omit<Extract<ServedAgent, { ok: true }>, 'close'> | { readonly ok: false; readonly message: string }> {
  await endStraysOfEarlierLives();
  const hub = createHub();
  const ledger = announcing(kept, hub);
  const { onError } = rest;
  const runner = createRunner({
    ledger,
    agent: agentOf(agent),
    ...(runs === undefined ? {} : { runs }),
    ...(spending === undefined ? {} : { spending }),
    ...(node === undefined ? {} : { node }),
    ...(onError === undefined ? {} : { onError }),
  });
  begun.push(runner);
  const hasPeople = people ?? (rest.accounts === true || rest.proxyUsers !== undefined);
  const server = createServer({ ...rest, ledger, hub, runner, ...(hasPeople ? { people: ledger.people } : {}) });
  begun.push(server);
  const listening = listen === 'mounted' ? mounted(server.mountProblem()) : await server.listen(listen);
  if (!listening.ok) return listening;
  await runner.recover();
  return { ok: true, url: listening.url, server, ledger };
}

const ANY_PORT: ListenAddress = { host: '127.0.0.1', port: 0 };

function mounted(problem: string | undefined): { ok: true; url: undefined } | { ok: false; message: string } {
  return problem === undefined ? { ok: true, url: undefined } : { ok: false, message: problem };
}

/** What is wrong with it is said when the server is started, and not with the first run. */
function agentOf(agent: ModelOfAgent | Agent): Agent {
  const given: unknown = agent;
  if (!isFields(given))
    throw new Error('`agent` must be a model with its tools, { model, tools }, or an agent of your own.');
  if ('run' in agent) return agent;
  const { tools = [], policy = policyByTool({}, 'ask'), ...equipment } = agent;
  const problem = equipmentProblem({ ...equipment, tools, policy });
  if (problem !== undefined) throw new Error(problem);
  toolsByName(tools);
  return {
    hasWork,
    recover: recoverRun,
    tools: () => tools,
    hasFiles: ({ workspace }) => (equipment.workspace ?? workspace) !== undefined,
    run: (input) => runAgent({ ...input, ...equipment, tools, policy }),
    compact: (input) => compactThread({ ...input, ...equipment, tools, policy }),
  };
}
