import { spawn } from 'node:child_process';
import { expect, onTestFinished } from 'vitest';

export const TOKEN = 'a-long-secret-0123456789';

export interface PrintedServer {
  readonly url: string;
  /** What it said on its error output. */
  stop(): Promise<string>;
}

/** A server of its own process, once it has printed its address. */
export async function printedServer(folder: string, command: string, args: readonly string[]): Promise<PrintedServer> {
  const env = { PATH: process.env['PATH'] ?? '', HOME: folder, NO_COLOR: '1', TOOLTHREAD_TOKEN: TOKEN };
  const child = spawn(command, args, { cwd: folder, env });
  onTestFinished(() => void child.kill());
  let [out, err] = ['', ''];
  child.stdout.on('data', (bytes) => (out += String(bytes)));
  child.stderr.on('data', (bytes) => (err += String(bytes)));
  const ended = new Promise((resolve) => child.once('exit', resolve));
  await expect.poll(() => out).toMatch(/http:\S+\s/);
  return {
    url: /http:\/\/[^\s#]+/.exec(out)?.[0] ?? '',
    stop: async () => {
      child.kill();
      await ended;
      return err;
    },
  };
}
