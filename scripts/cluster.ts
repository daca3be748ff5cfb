/**
 * `npm run cluster`: several nodes, a PostgreSQL and a small proxy on this machine, to try what a team would have. Everything is in a temporary
 * folder, and gone when it ends. `-- --nodes N --port N --no-page`
 */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startCluster } from './cluster/start-cluster.ts';

const { values } = parseArgs({
  options: { nodes: { type: 'string' }, port: { type: 'string' }, 'no-page': { type: 'boolean' } },
});
if (values['no-page'] !== true) {
  const building = fileURLToPath(new URL('./build-page.ts', import.meta.url));
  const { status } = spawnSync(process.execPath, [building], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
// From now on: what is begun is ended.
const asked = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
const cluster = await startCluster({
  nodes: Number(values.nodes ?? 3),
  port: Number(values.port ?? 0),
  until: asked,
  onWords: (words) => void process.stdout.write(`${words}\n`),
});
await asked;
await cluster.close();
