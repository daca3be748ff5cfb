import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtPage } from './built-page.ts';

const token = 'browser-test-token-0123456789';

export interface Launched {
  readonly url: string;
  /** The address as a person opens it, with the token in its fragment. */
  readonly address: string;
  readonly token: string;
  /** The folder of its data; with `scripts`, a thread's workspace is in it, under the thread's name. */
  readonly data: string;
  /** `kill -9`: nothing is told, nothing is saved. */
  kill(): Promise<void>;
  /** The same data on the same port. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

export interface LaunchOptions {
  /** `demo` is the program itself, as a newcomer starts it; `scripts` has words and tools of the tests' own. */
  readonly program?: 'demo' | 'scripts';
  /** More options of the program `demo`. */
  readonly options?: readonly string[];
  /** How fast the model talks; 1 is like a real one. */
  readonly speed?: number;
  /** Where it is reached, if not at the root of its host. */
  readonly basePath?: string;
  /** Fills the folder of data before the server starts on it. */
  seed?(data: string): Promise<void>;
}

/** A server of its own, with data of its own, gone at `close`. */
export async function launchServer({
  program = 'scripts',
  options = [],
  speed = 20,
  basePath = '',
  seed,
}: LaunchOptions = {}): Promise<Launched> {
  const data = mkdtempSync(join(tmpdir(), 'toolthread-web-'));
  await seed?.(data);
  const shell = await builtPage();
  const start = (port: string): Promise<Started> =>
    program === 'demo'
      ? startProcess(
          process.env['TEST_CLI'] ?? join(import.meta.dirname, '../../cli/src/main.ts'),
          ['serve', '--no-open', '--data', data, '--port', port, '--base-path', basePath, ...options],
          speed,
          join(data, 'home'),
        )
      : startProcess(
          process.env['TEST_WEB_AGENT'] ?? join(import.meta.dirname, 'agent/main.ts'),
          ['--data', data, '--port', port, '--shell', shell, '--base-path', basePath],
          speed,
          join(data, 'home'),
        );
  let started = await start('0');
  const { url } = started;
  const end = async (signal: 'SIGKILL' | 'SIGTERM'): Promise<void> => {
    const { child } = started;
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await gone;
  };
  const kill = (): Promise<void> => end('SIGKILL');
  return {
    url,
    address: `${url}${basePath}/#token=${token}`,
    token,
    data,
    kill,
    restart: async () => {
      await kill();
      started = await start(new URL(url).port);
    },
    close: async () => {
      // With what it runs.
      await end('SIGTERM');
      rmSync(data, { recursive: true, force: true });
    },
  };
}

interface Started {
  readonly url: string;
  readonly child: ChildProcess;
}

function startProcess(main: string, args: readonly string[], speed: number, home: string): Promise<Started> {
  const child = spawn(process.execPath, [main, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      TOOLTHREAD_TOKEN: token,
      TOOLTHREAD_DEMO_SPEED: String(speed),
      // No session of whoever runs the tests is listed.
      HOME: home,
      XDG_CACHE_HOME: join(home, '.cache'),
      XDG_DATA_HOME: join(home, '.data'),
    },
  });
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the server ended with ${code} before it listened`)));
    createInterface({ input: child.stdout }).on('line', (line) => {
      const url = /http:\/\/[\d.:]+/.exec(line)?.[0];
      if (url === undefined) return;
      child.removeAllListeners('exit');
      resolve({ url, child });
    });
  });
}
