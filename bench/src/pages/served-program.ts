/** The program as a person starts it, with its page as it is published, on a folder of data. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

const TOKEN = 'bench-token-0123456789';
const APPS = join(import.meta.dirname, '../../../apps');

export interface ServedProgram {
  readonly url: string;
  readonly pid: number;
  /** With the token in its fragment. */
  readonly address: string;
  /** Resolves when it has ended. */
  close(): Promise<void>;
}

export async function serveProgram(data: string): Promise<ServedProgram> {
  const vite = join(createRequire(join(APPS, 'web/')).resolve('vite/package.json'), '../bin/vite.js');
  await promisify(execFile)(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: join(APPS, 'web'),
    env: { ...process.env, NODE_ENV: 'production' },
  });
  return startProgram(data);
}

/** Without its page. `args` are more options of `serve`. */
export async function startProgram(data: string, args: readonly string[] = []): Promise<ServedProgram> {
  const serving = ['serve', '--no-open', '--data', data, '--port', '0', ...args];
  const child = spawn(process.execPath, [join(APPS, 'cli/src/main.ts'), ...serving], {
    stdio: ['ignore', 'pipe', 'inherit'],
    // No session of whoever measures is listed.
    env: { ...process.env, TOOLTHREAD_TOKEN: TOKEN, HOME: join(data, 'home'), XDG_CACHE_HOME: join(data, 'cache') },
  });
  const url = await listening(child);
  const close = async (): Promise<void> => {
    const ended = once(child, 'exit');
    if (child.kill()) await ended;
  };
  return { url, pid: child.pid ?? 0, address: `${url}/#token=${TOKEN}`, close };
}

/** A request to it, with the token. */
export async function askProgram({ url }: ServedProgram, path: string, body?: object): Promise<unknown> {
  const response = await fetch(`${url}/api${path}`, {
    headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  });
  return response.json();
}

function listening(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the server ended with ${code} before it listened`)));
    if (child.stdout === null) return;
    createInterface({ input: child.stdout }).on('line', (line) => {
      const url = /http:\/\/[\d.:]+/.exec(line)?.[0];
      if (url !== undefined) resolve(url);
    });
  });
}
