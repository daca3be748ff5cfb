/** Threads over HTTP. */
export { announcing, createHub } from './hub.ts';
export type { Hub } from './hub.ts';
export { assertListenable } from './listenable.ts';
export type { ListenAddress } from './listenable.ts';
export { RunLost } from './run-lost.ts';
export { USUAL_RUNS } from './run-slots.ts';
export type { Runner } from './runner.ts';
export { createRunner } from './runs.ts';
export type { Agent, RunInput, RunnerOptions } from './runs.ts';
export type { ServerInfo } from './routes/info.ts';
export { createServer } from './server.ts';
export type { Listening, Server, ServerOptions } from './server.ts';
export { tokenProblem } from './strong-token.ts';
export { tokenRow } from './token-row.ts';
export type { TokenRow } from './token-row.ts';
