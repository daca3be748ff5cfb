import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { RunLimits } from '@toolthread/store';

/** What the program of a node is told. */
export interface NodeProgram {
  readonly url: string;
  readonly token: string;
  readonly name: string;
  readonly workspace: string;
  /** Whether the workspace is on storage that all nodes have. */
  readonly isShared: boolean;
  readonly port?: number;
  /** How many runs at once on this node. */
  readonly runs?: number;
  readonly limits?: RunLimits;
  /** How long a note takes after it was written. */
  readonly noteMs?: number;
}

export interface StartedNode {
  readonly name: string;
  readonly url: string;
  readonly child: ChildProcess;
  /** Returns the status and the body; rejects where nobody answers. */
  readonly call: (method: string, path: string, body?: object) => Promise<Answer>;
  /** What it said on its standard error. */
  readonly said: () => string;
  /** By any signal; it is over when this resolves. */
  readonly end: (signal: NodeJS.Signals) => Promise<void>;
}

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: { readonly [name: string]: unknown };
}

const PROGRAM = process.env['TEST_NODE'] ?? fileURLToPath(new URL('./node-main.ts', import.meta.url));

/** `const node = await startNode({ url, token, name: 'a', workspace, isShared: true })` */
export async function startNode(program: NodeProgram): Promise<StartedNode> {
  const child = spawn(process.execPath, [PROGRAM, JSON.stringify(program)], { stdio: ['ignore', 'pipe', 'pipe'] });
  const exited = once(child, 'exit');
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-100_000)));
  const [port] = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line'),
    exited.then((): never => {
      throw new Error(`node ${program.name} ended: ${said}`);
    }),
  ]);
  const url = `http://127.0.0.1:${String(port)}`;
  return {
    name: program.name,
    url,
    child,
    said: () => said,
    call: async (method, path, body) => {
      const headers = {
        authorization: `Bearer ${program.token}`,
        'content-type': 'application/json',
        accept: 'application/json',
      };
      const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
      const response = await fetch(`${url}/api${path}`, init);
      const text = await response.text();
      return { status: response.status, headers: response.headers, body: text === '' ? {} : JSON.parse(text) };
    },
    end: async (signal) => {
      child.kill(signal);
      if (signal !== 'SIGSTOP' && signal !== 'SIGCONT') await exited;
    },
  };
}
