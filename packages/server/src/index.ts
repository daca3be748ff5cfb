/** Threads over HTTP. */
export { announcing, createHub, type Hub } from './events/hub.ts';
export type { Authenticate, User } from './access/authenticate.ts';
export { hashPassword } from './access/people/hash-password.ts';
export { isProxyName } from './access/people/is-proxy-name.ts';
export type { ProxyUsers } from './access/people/known-people.ts';
export { assertListenable, type ListenAddress } from './access/assert-listenable.ts';
export { isLoopbackAddress } from './access/is-loopback.ts';
export { measured } from './metrics/measured.ts';
export {
  createMetrics,
  type Answered,
  type FailedSignIn,
  type Metrics,
  type MetricsOptions,
  type RunLoad,
} from './metrics/metrics.ts';
export { ledgerBlobs } from './runs/ledger-blobs.ts';
export { RunLost } from './runs/run-lost.ts';
export { USUAL_RUNS } from './runs/run-slots.ts';
export type { Runner } from './runs/runner.ts';
export type { Stopped } from './runs/stops.ts';
export { createRunner } from './runs/create-runner.ts';
export type { Agent, RunInput } from './runs/agent.ts';
export type { RunnerOptions } from './runs/runner-options.ts';
export type { Allowance, SpendingOptions } from './spending/allowance.ts';
export type { NodeNews, NodeOptions } from './nodes/create-node.ts';
export { nodeNameProblem } from './nodes/node-name-problem.ts';
export type { AgentChoice, AgentChoices, ListedAgents, ListedProvider } from './agents/agent-choices.ts';
export type { ServerInfo } from './routes/server/server-info.ts';
export { basePathProblem } from './http/base-path-problem.ts';
export { createServer, type Listening, type Server, type ServerOptions } from './server.ts';
export type { FileSource } from './routes/files/file-source.ts';
export type { EncodedRequest, ModelName, RequestEncoder } from './events/step-request.ts';
export type {
  ListedSession,
  OpenedSession,
  SessionList,
  SessionFile,
  SessionReading,
  SessionRest,
  SessionSource,
} from './sessions/session-source.ts';
export { sessionOf } from './sessions/session-thread-id.ts';
export { dayBegin } from './search/day-begin.ts';
export type { FoundPlace, SearchAnswer, SearchHit, SearchSource, SessionsAsked } from './search/search-source.ts';
export type { ReadMcpServer, ReadRules, ReadSettings } from './settings/read-settings.ts';
export type { ChangedRules, SettingsSource } from './settings/settings-source.ts';
export type { NamedUsage, PricesAnswer, Usage, UsageAnswer, UsageAsked, UsageSource } from './usage/usage-source.ts';
export { serveAgent, type ModelOfAgent, type ServeAgentOptions, type ServedAgent } from './serve-agent.ts';
export { tokenProblem } from './access/tokens/token-problem.ts';
export { tokenRow, type SomeTokens, type TokenRow } from './access/tokens/token-row.ts';
