import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { endStraysOfEarlierLives, fileFinder, policyProblem } from '@toolthread/agent';
import { Redactor } from '@toolthread/agent/redact';
import { choiceOf } from '@toolthread/core/queries';
import type { ThreadState } from '@toolthread/core';
import {
  announcing,
  createHub,
  createMetrics,
  createRunner,
  createServer,
  measured,
  nodeNameProblem,
} from '@toolthread/server';
import type { AgentChoice, NodeOptions, SpendingOptions } from '@toolthread/server';
import { isPostgresUrl, openLedger, openPostgresLedger, tellAddress } from '@toolthread/store';
import type { DatabaseReach } from '@toolthread/store';
import { defaultData, ledgerIn, ledgerName, noteLedger, otherLedgerTrouble } from '../data-folder.ts';
import { failure } from '../failure.ts';
import { fromSources, madeParts } from '../made-parts.ts';
import { printProblem, printText } from '../terminal/print-text.ts';
import { ownerToken, readOwnerToken } from '../tokens/owner-token.ts';
import { serverTokens } from '../tokens/server-tokens.ts';
import { removingWorkspaces } from '../workspaces/removing-workspaces.ts';
import { openRoots } from '../workspaces/known-roots.ts';
import { watchingStorage } from '../workspaces/watching-storage.ts';
import { otherStorage } from '../workspaces/other-storage.ts';
import { agentChoices } from './agents/agent-choices.ts';
import { chosenAgent } from './agents/chosen-agent.ts';
import { chosenModel } from './agents/chosen-model.ts';
import { listProviders } from './agents/list-providers.ts';
import { LOCAL_SERVERS } from './agents/local-servers.ts';
import { unknownVariables } from './config/unknown-variables.ts';
import { nodeNameFile, ownNodeName } from './config/own-node-name.ts';
import { foldersTrouble } from './config/folders-trouble.ts';
import { configLines } from './config/config-lines.ts';
import { SETTINGS } from './config/serve-option.ts';
import { dataInWorkspace } from '../workspaces/data-in-workspace.ts';
import { demoAgent, demoInfo } from './demo-agent.ts';
import { collectBytesEarly } from './collect-bytes-early.ts';
import { keepPausesShort } from './keep-pauses-short.ts';
import { knownSecrets } from './known-secrets.ts';
import { connectServers, namedServers } from './connect-servers.ts';
import { modelAgent, modelInfo, policyFile } from './model-agent.ts';
import { chooseModel, withAskedAddress } from './choose-model.ts';
import { openBrowser } from './open-browser.ts';
import { hasAccounts, peopleOptions } from './options/people-options.ts';
import { namedSecrets, secretNames, secretsOf } from './named-secrets.ts';
import { searchSource } from '../search/search-source.ts';
import { priceOf, readPrices } from '../usage/read-prices.ts';
import { usageSource } from '../usage/usage-source.ts';
import { sessionSource } from '../sessions/served/session-source.ts';
import { readRenderers } from './read-renderers.ts';
import { rendererProblem } from './renderer-problem.ts';
import { fileSource } from './file-source.ts';
import { lookedAt } from './looked-at.ts';
import { listen, listenWords } from './listen.ts';
import { requestEncoder } from './request-encoder.ts';
import { requestLog } from './request-log.ts';
import { toldPurges } from './log/told-purges.ts';
import { settledReach } from './log/settled-reach.ts';
import { settingsSource } from './settings-source.ts';
import { parseServeOptions, SERVE_HELP } from './options/serve-options.ts';
import {
  logging,
  newsWords,
  reachWords,
  requestWords,
  serverLog,
  storageWords,
  tellError,
  tellFailedSignIn,
} from './log/server-log.ts';
import { addressesOf, outputOf, startWords, withToken } from './start-words.ts';
import { tellWaiting } from '../tell-waiting.ts';
import { noteUsualFolder } from '../usual-folder.ts';
import { agentsWriteTo, closedFolders, ownRoot, workspaceOf } from '../workspaces/workspace-of.ts';

/** Runs until it is told to stop. */
export async function serve(args: readonly string[]): Promise<number> {
  const parsed = parseServeOptions(args, process.env);
  if (parsed.ok === 'help') {
    await printText(SERVE_HELP);
    return 0;
  }
  if (!parsed.ok) return failure(parsed.reason, 'Run "toolthread serve --help" to see what there is.');
  for (const words of unknownVariables(process.env, SETTINGS)) await printProblem(words);
  const { options } = parsed;
  if (parsed.ok === 'print config') {
    await printText(configLines(options, parsed.sources, process.env));
    return 0;
  }
  keepPausesShort();
  collectBytesEarly();
  const { workspace, data, logRequests } = options;
  const isNew = !existsSync(data);
  const trouble = foldersTrouble(options);
  if (trouble !== undefined) return failure(trouble.what, trouble.whatToDo);
  // A path that was mistyped must not look like a folder whose threads are gone.
  if (isNew && data !== defaultData(process.env))
    await printProblem(`toolthread: There was no folder ${data}; it was made.`);
  const prices = readPrices(undefined, process.env);
  if (!prices.ok && options.spending.cost !== undefined) return failure(prices.what, prices.whatToDo);
  const spending: SpendingOptions = {
    limits: options.spending,
    priceOf: (name) => priceOf(prices.ok ? prices.lists : [], name),
  };
  const renderers = readRenderers(options);
  if (!renderers.ok) return failure(renderers.what, renderers.whatToDo);
  const owner = ownerToken(options.data, process.env);
  if (!owner.ok)
    return failure(owner.reason, 'Set TOOLTHREAD_TOKEN to another, or give another folder with --data DIR.');
  const { token } = owner;
  const told = { ...process.env, '--base-url': options.model.baseURL };
  if (parsed.ok === 'secret names') {
    const { servers, problems } = await namedServers(options);
    for (const problem of problems) await printProblem(problem);
    await printText(secretNames(namedSecrets(told, servers, token)));
    return 0;
  }
  const env = { ...process.env };
  const file = ledgerIn(options.data, env);
  // What tools run has the environment of this process: they shall not find the ledger by it.
  const directUrl = env['DATABASE_DIRECT_URL'];
  for (const name of ['DATABASE_URL', 'DATABASE_DIRECT_URL']) delete process.env[name];
  if (env['DATABASE_URL'] === '')
    await printProblem('toolthread: DATABASE_URL is set and empty: threads are kept in the data folder.');
  const other = await otherLedgerTrouble(data, file);
  if (other !== undefined) return failure(other.what, other.whatToDo);
  const isShared = isPostgresUrl(file);
  const replaced = Promise.withResolvers<string>();
  let onReach: (reach: DatabaseReach) => void = tellWaiting;
  const opened = await (isShared
    ? openPostgresLedger({ url: file, ...(directUrl ? { directUrl } : {}), onReach: (reach) => onReach(reach) })
    : openLedger({ file, onDamage: (words) => void printProblem(words) }));
  if (!opened.ok)
    return failure(opened.error.message, isShared ? OTHER_DATABASE : 'Give another folder with --data DIR.');
  const nodeName = options.node.name ?? (isShared ? ownNodeName(data, env) : 'alone');
  const taken = isShared ? await nodeNameProblem(opened.value.nodes, nodeName) : undefined;
  if (taken !== undefined) {
    await opened.value.close();
    return failure(
      taken,
      `Stop the other one, or give this one a name with --node NAME. If ${data} is a copy of another machine's, delete ${nodeNameFile(data)}.`,
    );
  }
  const onProblem = (reason: string): void => void printProblem(reason);
  const tokens = await serverTokens({ ledger: file, data, env: process.env, token, onProblem });
  if (typeof tokens === 'string') {
    await opened.value.close();
    return failure(tokens, OTHER_DATABASE);
  }
  const nobody = options.auth.kind === 'users' && !(await hasAccounts(opened.value));
  if (nobody && !/^(?:localhost|::1|127\..*)$/.test(options.host)) {
    await opened.value.close();
    return failure(`Refusing to listen on ${options.host}: others can reach it. ${NOBODY_YET}`);
  }
  if (nobody) await printProblem(`toolthread: ${NOBODY_YET}`);
  const opening = await openRoots(opened.value, {
    node: nodeName,
    own: ownRoot(data),
    shared: options.node.sharedWorkspaces,
    workspace,
    isBesideLedger: !isShared,
  });
  if (!opening.ok) {
    await tokens.close();
    await opened.value.close();
    return failure(opening.what, opening.whatToDo);
  }
  const { roots } = opening;
  await noteLedger(data, file);
  // Processes end first; only then does the ledger say that their calls were interrupted.
  await endStraysOfEarlierLives();
  const named = await namedServers(options);
  const given = secretsOf(namedSecrets(told, named.servers, token));
  const secrets = knownSecrets(given, () => readOwnerToken(options.data, process.env));
  const withoutSecrets = (text: string): string => new Redactor(secrets.list()).text(text);
  if (options.metricsToken !== undefined) secrets.add(options.metricsToken);
  const journal = serverLog({ form: options.log, redact: withoutSecrets });
  const hub = toldPurges(createHub(), (thread) => journal.tell({ level: 'info', what: 'thread purged', thread }));
  onReach = settledReach((reach) => journal.tell(reachWords(reach)));
  const onError = (error: unknown, thread?: string): void => tellError(journal, error, thread);
  const metrics = createMetrics({
    onAnswered: (answered) => journal.note(requestWords(answered)),
    onSignInFailed: (failed) => tellFailedSignIn(journal, failed),
  });
  const announced = announcing(measured(logging(opened.value, journal), metrics), hub);
  const ledger = removingWorkspaces(announced, {
    roots,
    node: nodeName,
    onError,
    onWaiting: (words) => journal.problem(`toolthread: ${words}`),
    onForgotten: (root) => journal.tell({ level: 'warn', what: 'root of workspaces forgotten', root }),
  });
  const storage = watchingStorage(roots, (lost) => journal.tell(storageWords(lost)));
  const log = logRequests === undefined ? undefined : requestLog(logRequests, secrets, onError);
  const choosing = await chooseModel(process.env, options.model, log?.take);
  if (!choosing.ok) {
    await tokens.close();
    await ledger.close();
    return failure(choosing.reason, 'Run "toolthread serve --help" to see what there is.');
  }
  const { chosen } = choosing;
  const model = chosen?.model;
  const connected = connectServers(named.servers, { onProblem: (words) => journal.problem(words) });
  const unused = await policyProblem(policyFile(options));
  const about = unused === undefined ? [] : [`${policyFile(options)} is not used, everything asks: ${unused}`];
  const unread = renderers.text === undefined ? undefined : rendererProblem(renderers.text);
  if (options.spending.cost !== undefined && model !== undefined && spending.priceOf(model.model) === undefined)
    about.push(
      `toolthread: The price of ${model.model} is not known: --cost-by-day does not limit it. See docs/usage.md.`,
    );
  if (unread !== undefined) about.push(`toolthread: The page cannot use the file of --renderers: ${unread}.`);
  if (isShared) about.push(...(await otherStorage(ledger, nodeName)));
  for (const problem of [...named.problems, ...about]) journal.problem(problem);
  const usual: AgentChoice = model === undefined ? { agent: 'demo' } : { agent: 'built-in' };
  const folders = {
    named: workspace === undefined ? [] : [workspace],
    below: options.workspaces,
    get closed() {
      return closedFolders(options, roots);
    },
  };
  const asked = withAskedAddress(process.env, options.model);
  const agent = chosenAgent({
    usual,
    folders,
    demo: demoAgent(options, secrets, roots),
    withModel: (as, settings) => modelAgent(as, settings, options, { tools: connected.tools, secrets, roots }),
    modelOf: chosenModel({ env: asked, usual: model, local: LOCAL_SERVERS, log: log?.take }),
  });
  const isTold = model !== undefined && workspace !== undefined && withoutSecrets(workspace) === workspace;
  const usualWorks = isTold ? workspace : undefined;
  noteUsualFolder(data, usualWorks);
  const providers = listProviders({ env: asked, local: LOCAL_SERVERS, withoutSecrets, now: Date.now });
  const sessions = sessionSource(process.env, () => secrets.list());
  const finder = fileFinder();
  const firstWorkspace = (choice: AgentChoice): string | undefined =>
    (choice.agent ?? usual.agent) === 'demo' ? undefined : (choice.workspace ?? workspace);
  const folderOf = (thread: ThreadState): string => {
    const choice: AgentChoice = choiceOf(thread) ?? usual;
    const isDemo = (choice.agent ?? usual.agent) === 'demo';
    return choice.workspace ?? workspaceOf(isDemo ? { ...options, workspace: undefined } : options, thread.id);
  };
  /** Undefined: they are not here, or what is in their place belongs to others. */
  const filesOf = (thread: ThreadState): string | undefined => {
    const folder = folderOf(thread);
    return roots.holds(folder) ? folder : undefined;
  };
  const { limits, sharedWorkspaces } = options.node;
  const node: NodeOptions = {
    name: nodeName,
    limits,
    hasSharedFiles: (thread) =>
      sharedWorkspaces !== undefined && dataInWorkspace({ data: folderOf(thread), workspace: sharedWorkspaces }),
    onReplaced: replaced.resolve,
    onNews: (news) => journal.tell(newsWords(news)),
    beforeTakeOver: endStraysOfEarlierLives,
  };
  const onRemoved = (person: string): void => journal.tell({ level: 'info', what: 'person removed', person });
  const runner = createRunner({
    ledger,
    agent,
    runs: options.runs,
    spending,
    onRemoved,
    onError,
    ...(isShared ? { node } : {}),
  });
  const usage = usageSource(env, options.data);
  const search = searchSource(env, options.data, onError);
  const server = createServer({
    ledger,
    hub,
    runner,
    token: tokens.rows,
    onCredential: secrets.add,
    hosts: options.hosts,
    basePath: options.basePath,
    trustProxy: options.trustProxy,
    ...peopleOptions(options.auth, ledger),
    trouble: storage.trouble,
    onError,
    sessions: lookedAt(sessions, () => void search.refresh()),
    search,
    usage,
    settings: settingsSource({ connected, named, policy: policyFile(options), withoutSecrets }),
    agents: agentChoices({
      folders,
      providers,
      usual:
        model === undefined
          ? usual
          : { ...usual, model: model.model, ...(workspace === undefined ? {} : { workspace }) },
      withoutSecrets,
    }),
    requests: requestEncoder(secrets),
    files: fileSource({
      find: finder.find,
      workspaceOf: filesOf,
      firstWorkspace,
      policy: policyFile(options),
      withoutSecrets,
    }),
    workspaceOf: filesOf,
    info: {
      ...(model === undefined ? demoInfo : modelInfo(model)),
      folders: { usual: usualWorks, home: process.env['HOME'] ?? homedir() },
    },
    shell: madeParts.page,
    renderers: renderers.text,
    metrics,
    metricsToken: options.metricsToken,
  });
  if (!existsSync(join(madeParts.page, 'index.html')))
    await printProblem(
      fromSources
        ? 'toolthread: The page is not built. "npm start" builds it and serves it.'
        : 'toolthread: The page is missing from this installation. Install toolthread again.',
    );
  /** What is left open would keep this process. */
  const closeAll = async (): Promise<void> => {
    storage.close();
    await server.close();
    await sessions.close();
    await search.close();
    finder.close();
    await usage.close();
    await runner.close();
    await tokens.close();
    await ledger.close();
    await connected.close();
    await log?.close();
  };
  const listening = await listen(server, options);
  if (!listening.ok) {
    await closeAll();
    return failure(...listenWords(listening, options));
  }
  const addresses = addressesOf(listening.url).map((address) => `${address}${options.basePath}`);
  const [own = listening.url] = addresses;
  if (!isShared) tellAddress(file, own);
  await runner.recover();
  journal.note({
    level: 'info',
    what: 'listening',
    url: own,
    threads: ledgerName(file),
    model: model?.model ?? demoInfo.agent,
  });
  const words = startWords({
    addresses,
    token: tokens.isOwners ? token : undefined,
    host: options.host,
    output: outputOf(process.stdout, process.env),
    auth: options.auth.kind,
    data,
    chosen,
    logRequests,
    database: isShared ? ledgerName(file) : undefined,
  });
  if (options.log === 'text') await printText(words);
  const isForPeople = options.auth.kind !== 'token';
  // Heard before the browser is started: the page for it is gone when the server ends, however soon that is.
  const ended = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM'), replaced.promise]);
  const removePage =
    options.open && (isForPeople || tokens.isOwners)
      ? openBrowser(isForPeople ? own : withToken(own, token), {
          env: process.env,
          folder: data,
          writable: agentsWriteTo(options),
        })
      : () => undefined;
  const ending = await ended;
  removePage();
  journal.note({ level: 'info', what: 'stopping' });
  await closeAll();
  return typeof ending === 'string'
    ? failure(ending, 'Nothing was lost: the other one goes on. Give each node its own name with --node NAME.')
    : 0;
}

const NOBODY_YET = 'Nobody has an account yet. Make one: toolthread users add NAME';

const OTHER_DATABASE = 'DATABASE_URL names the database. Without it threads are kept in the data folder.';
