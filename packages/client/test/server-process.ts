import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { LedgerEvent } from '@toolthread/core';
import { createThread, type Endpoint } from '@toolthread/client';
import { beforeAll, onTestFinished } from 'vitest';

const script = process.env['TEST_SERVER'] ?? fileURLToPath(new URL('../../server/test/serve.ts', import.meta.url));
const TOKEN = 'client-test-token';

export interface ServerProcess {
  readonly endpoint: Endpoint & { readonly token: string };
  /** Where its agent works. */
  readonly workspace: string;
  /** With -9: it gets no chance to tidy up. */
  readonly kill: () => Promise<void>;
  /** On the same port and the same data. */
  readonly start: () => Promise<void>;
}

/** One for all tests of a file that leave it alive: `const server = sharedServer(); … server()`. */
export function sharedServer(): () => ServerProcess {
  let started: ServerProcess | undefined;
  beforeAll(async () => {
    let end = async (): Promise<void> => undefined;
    started = await startServerProcess((remove) => void (end = remove));
    return () => end();
  });
  return () => {
    if (started === undefined) throw new Error('The server is there when a test runs.');
    return started;
  };
}

/** The real server, in a process of its own, on a socket of this machine. */
export async function startServerProcess(
  atEnd: (remove: () => Promise<void>) => void = onTestFinished,
): Promise<ServerProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'toolthread-client-'));
  let port = '0';
  let kill = async (): Promise<void> => undefined;

  async function start(): Promise<void> {
    const child = spawn(process.execPath, [script, folder, port, TOKEN], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    kill = async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    };
    const [line] = await once(createInterface({ input: child.stdout }), 'line');
    port = String(line);
  }

  await start();
  atEnd(async () => {
    await kill();
    rmSync(folder, { recursive: true, force: true });
  });
  const endpoint = { baseUrl: `http://127.0.0.1:${port}`, token: TOKEN };
  return { endpoint, workspace: join(folder, 'workspace'), kill: () => kill(), start };
}

export async function newThread(endpoint: Endpoint): Promise<string> {
  const created = await createThread(endpoint);
  if (!created.ok) throw new Error(created.error.message);
  return created.value.id;
}

export async function post(endpoint: Endpoint & { token: string }, thread: string, text: string): Promise<void> {
  const response = await fetch(`${endpoint.baseUrl}/api/threads/${thread}/messages`, {
    method: 'POST',
    headers: { authorization: `Bearer ${endpoint.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ text }),
  });
  if (!response.ok) throw new Error(await response.text());
}

/** The thread's events as JSON: what a folded state is held against. */
export async function readAsJson(endpoint: Endpoint & { token: string }, thread: string): Promise<LedgerEvent[]> {
  const response = await fetch(`${endpoint.baseUrl}/api/threads/${thread}/events?after=0&limit=1000`, {
    headers: { authorization: `Bearer ${endpoint.token}` },
  });
  const { events }: { events: LedgerEvent[] } = JSON.parse(await response.text());
  return events;
}

/** Asks again and again, because nothing here may depend on how fast the machine is. */
export async function until(ask: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const patience = performance.now() + 50_000;
  while (performance.now() < patience) {
    if (await ask()) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error(`this never came: ${what}`);
}
