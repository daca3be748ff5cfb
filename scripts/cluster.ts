/**
 * `npm run cluster`: several nodes, a PostgreSQL and a small proxy on this machine, to try what a team would have. Everything is in a temporary
 * folder, and gone when it ends. `-- --nodes N --port N --no-page`
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { startCluster } from './cluster/start-cluster.ts';
import { scriptOptions, wholeNumber } from './script-options.ts';

const USAGE = `npm run cluster -- [--nodes N] [--port N] [--no-page]

Several nodes with the demo agent, a PostgreSQL and a small proxy on this machine,
at one address. Ctrl-C ends all of it and removes it.

  --nodes N   how many nodes (default: 3)
  --port N    the port of the proxy (default: any that is free)
  --no-page   without building the page first`;

const values = scriptOptions(USAGE, {
  nodes: { type: 'string', default: '3' },
  port: { type: 'string', default: '0' },
  'no-page': { type: 'boolean' },
});
const [nodes, port] = [wholeNumber(USAGE, values.nodes, 1), wholeNumber(USAGE, values.port, 0)];
if (values['no-page'] !== true) {
  const building = fileURLToPath(new URL('./build-page.ts', import.meta.url));
  const { status } = spawnSync(process.execPath, [building], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
// From now on: what is begun is ended. The listeners stay: a signal may come twice, from a terminal and from whoever started this.
const { promise: asked, resolve: end } = Promise.withResolvers<void>();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => end());
const cluster = await startCluster({
  nodes,
  port,
  until: asked,
  onWords: (words) => void process.stdout.write(`${words}\n`),
});
await asked;
await cluster.close();
