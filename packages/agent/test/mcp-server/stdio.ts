/** The server as a process of its own. With `deaf` it does not end when it is left. */
import { spawn } from 'node:child_process';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { makeServer } from './tools.ts';

const [mode, mark] = process.argv.slice(2);
if (mode === 'deaf') {
  spawn('sleep', [mark ?? '1'], { stdio: 'ignore', detached: true });
  process.on('SIGTERM', () => undefined);
  setInterval(() => undefined, 1000);
}
serveStdio(makeServer);
