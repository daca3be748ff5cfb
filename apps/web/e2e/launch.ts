import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { builtPage } from './built-page.ts';

const token = 'browser-test-token-0123456789';

export interface Launched {
  readonly url: string;
  /** The address as a person opens it, with the token in its fragment. */
  readonly address: string;
  readonly token: string;
  /** `kill -9`: nothing is told, nothing is saved. */
  kill(): Promise<void>;
  /** The same data on the same port. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

export interface LaunchOptions {
  /** How fast the model talks; 1 is like a real one. */
  readonly speed?: number;
}

/** A server of its own, with data of its own, gone at `close`. */
export async function launchServer({ speed = 4 }: LaunchOptions = {}): Promise<Launched> {
  const data = mkdtempSync(join(tmpdir(), 'toolthread-web-'));
  const shell = await builtPage();
  const start = (port: string): Promise<Started> => startProcess({ data, port, shell, speed: String(speed) });
  let started = await start('0');
  const { url } = started;
  const kill = async (): Promise<void> => {
    const { child } = started;
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await gone;
  };
  return {
    url,
    address: `${url}/#token=${token}`,
    token,
    kill,
    restart: async () => {
      await kill();
      started = await start(new URL(url).port);
    },
    close: async () => {
      await kill();
      rmSync(data, { recursive: true, force: true });
    },
  };
}

interface Started {
  readonly url: string;
  readonly child: ChildProcess;
}

function startProcess(options: { readonly [name: string]: string }): Promise<Started> {
  const main = fileURLToPath(new URL('agent/main.ts', import.meta.url));
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
  const child = spawn(process.execPath, [main, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, TOOLTHREAD_TOKEN: token },
  });
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the server ended with ${code} before it listened`)));
    createInterface({ input: child.stdout }).once('line', (url) => {
      child.removeAllListeners('exit');
      resolve({ url, child });
    });
  });
}
