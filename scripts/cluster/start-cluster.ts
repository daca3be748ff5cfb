import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startPostgres } from '@toolthread/test-postgres';
import { roundRobin } from './round-robin.ts';

export interface ClusterOptions {
  readonly nodes: number;
  /** Of the proxy; 0: any that is free. */
  readonly port: number;
  /** Whoever ends it while it starts does not wait for the rest. */
  readonly until: Promise<unknown>;
  readonly onWords: (words: string) => void;
}

export interface Cluster {
  readonly url: string;
  close(): Promise<void>;
}

const MAIN = process.env['TEST_CLI'] ?? join(import.meta.dirname, '../../apps/cli/src/main.ts');
/** What does not end by itself is ended. */
const PATIENCE_MS = 20_000;

/** `const cluster = await startCluster({ nodes: 3, port: 0, until, onWords: console.log }); … await cluster.close()` */
export async function startCluster({ nodes, port, until, onWords }: ClusterOptions): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'toolthread-cluster-'));
  const begun: (() => Promise<void>)[] = [async () => rmSync(folder, { recursive: true, force: true })];
  const close = async (): Promise<void> => {
    for (const end of begun.splice(0).toReversed()) await end();
  };
  try {
    // In a group of its own, as the nodes are: Ctrl-C is heard by all of a group, and the database is to end last.
    const postgres = await startPostgres({ durable: true, detached: true });
    begun.push(postgres.remove);
    const ports = new Map<ChildProcess, number>();
    const proxy = await roundRobin(() => [...ports.values()], port);
    const shared = join(folder, 'workspaces');
    mkdirSync(shared);
    const token = process.env['TOOLTHREAD_TOKEN'] || randomBytes(24).toString('base64url');
    const started = Array.from({ length: nodes }, (_, n) => {
      const { host } = new URL(proxy.url);
      const own = ['--port', '0', '--data', join(folder, `node-${n + 1}`), '--node', `node-${n + 1}`, '--no-open'];
      const common = ['--host-name', host, '--trust-proxy', '--shared-workspaces', shared];
      const env = { ...process.env, DATABASE_URL: postgres.url, TOOLTHREAD_TOKEN: token };
      const child = spawn(process.execPath, [MAIN, 'serve', ...own, ...common], {
        env,
        detached: true,
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      return { name: `node-${n + 1}`, child };
    });
    // All at once, and before the database.
    begun.push(async () => void (await Promise.all(started.map(({ child }) => ended(child)))), proxy.close);
    const ready = started.map(async ({ name, child }) => {
      const own = await portSaid(child);
      ports.set(child, own);
      child.once('exit', () => ports.delete(child));
      onWords(`${name} listens on port ${own}, process ${child.pid}`);
    });
    await Promise.race([Promise.all(ready), until]);
    onWords(`${nodes} nodes and a PostgreSQL are at ${proxy.url}/#token=${token}`);
    onWords(`Everything is in ${folder}. Ctrl-C ends it and removes it.`);
    return { url: proxy.url, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The program says where it is when it listens. */
async function portSaid(child: ChildProcess): Promise<number> {
  let said = '';
  const heard = Promise.withResolvers<number>();
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    said += text;
    const [, port] = /http:\/\/127\.0\.0\.1:(\d+)/.exec(said) ?? [];
    if (port !== undefined) heard.resolve(Number(port));
  });
  child.once('exit', (code) => heard.reject(new Error(`A node ended with ${code}.`)));
  return heard.promise;
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  const patience = new AbortController();
  const late = sleep(PATIENCE_MS, 'late', { signal: patience.signal }).catch(() => undefined);
  if ((await Promise.race([exited, late])) === 'late') child.kill('SIGKILL');
  patience.abort();
  await exited;
}
