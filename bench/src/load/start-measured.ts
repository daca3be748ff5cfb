import { fork } from 'node:child_process';
import { once } from 'node:events';
import { get } from 'node:http';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';

const TOKEN = 'bench-token-0123456789';

export interface MeasuredServer {
  get(path: string): Promise<Response>;
  post(path: string, body: object): Promise<Response>;
  /** Reads along; `opened` resolves with the first byte. */
  open(path: string, onText: (text: string) => void): { readonly opened: Promise<void>; close(): void };
  /** Reads along, and takes so many bytes a second. Gives the function that ends it. */
  openSlowly(path: string, bytesPerSecond: number): () => void;
  /** The longest turn of its event loop since the last time it was asked, and the memory it has. */
  report(): Promise<{ readonly longest: number; readonly memory: number }>;
  recover(): Promise<void>;
  close(): void;
}

/** `await startMeasured(file)`: a real server on that ledger, in a process of its own. */
export async function startMeasured(file: string): Promise<MeasuredServer> {
  const server = fileURLToPath(new URL('measured-server.ts', import.meta.url));
  // As `toolthread serve` keeps it for itself.
  const child = fork(server, [file, TOKEN], { execArgv: ['--max-semi-space-size=4', '--no-compact'] });
  const ask = async (what: string): Promise<{ longest: number; memory: number }> => {
    const answered = once(child, 'message');
    child.send(what);
    const [answer] = await answered;
    return answer;
  };
  const [{ port }] = await once(child, 'message');
  const send = (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(`http://127.0.0.1:${port}/api${path}`, {
      ...init,
      headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
    });
  return {
    get: (path) => send(path),
    post: (path, body) => send(path, { method: 'POST', body: JSON.stringify(body) }),
    open: (path, onText) => {
      let close = (): void => undefined;
      const opened = new Promise<void>((resolve, reject) => {
        const headers = { authorization: `Bearer ${TOKEN}` };
        const asked = get(`http://127.0.0.1:${port}/api${path}`, { headers, agent: false }, (response) => {
          response.setEncoding('utf8').on('data', (text: string) => {
            resolve();
            onText(text);
          });
        });
        asked.on('error', reject);
        close = () => void asked.destroy();
      });
      opened.catch(() => undefined);
      return { opened, close: () => close() };
    },
    openSlowly: (path, bytesPerSecond) => {
      const socket = connect({ port, host: '127.0.0.1' }).pause();
      const timer = setInterval(() => socket.read(bytesPerSecond), 1000);
      socket.on('error', () => clearInterval(timer));
      socket.write(`GET /api${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${TOKEN}\r\n\r\n`);
      return () => {
        clearInterval(timer);
        socket.destroy();
      };
    },
    report: () => ask('report'),
    recover: async () => void (await ask('recover')),
    close: () => child.kill(),
  };
}
