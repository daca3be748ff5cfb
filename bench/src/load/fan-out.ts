import { fork } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { EventDraft } from '@toolthread/core';

const TOKEN = 'bench-token-0123456789';
/** Ends the words of the last event. */
const MARK = 'the last of them';

/** What a model streams: a few words at a time. */
export function deltaOf(isLast: boolean): EventDraft {
  const text = isLast ? MARK : 'some words of an answer, as they come';
  return { type: 'agent.text.delta', step: 1, part: 0, offset: 0, text };
}

export interface FanOut {
  /** Clients that read along, each once its first bytes came. */
  open(count: number): Promise<void>;
  /** Milliseconds until the last client has the last of so many events. */
  write(events: number): Promise<number>;
  memory(): Promise<number>;
  close(): void;
}

/** `await startFanOut('ours', file)`; `raw` needs no file. */
export async function startFanOut(side: 'ours' | 'raw', file: string): Promise<FanOut> {
  const child = fork(fileURLToPath(new URL('fan-out-server.ts', import.meta.url)), [side, file, TOKEN]);
  const [{ port, path }] = await once(child, 'message');
  const sockets: Socket[] = [];
  let waiting = 0;
  let all = Promise.withResolvers<void>();
  const openOne = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const socket = connect({ host: '127.0.0.1', port }).setEncoding('latin1');
      let tail = '';
      sockets.push(socket);
      socket.on('error', reject);
      socket.on('data', (text) => {
        resolve();
        tail = tail.slice(-MARK.length) + String(text);
        if (!tail.includes(MARK)) return;
        tail = '';
        waiting -= 1;
        if (waiting === 0) all.resolve();
      });
      const head = [`GET ${path} HTTP/1.1`, `Host: 127.0.0.1:${port}`, `Authorization: Bearer ${TOKEN}`, '', ''];
      socket.write(head.join('\r\n'));
    });
  return {
    async open(count) {
      // Not all at once: a listening socket has a queue.
      for (let n = 0; n < count; n += 50) await Promise.all(Array.from({ length: 50 }, openOne));
    },
    async write(events) {
      waiting = sockets.length;
      all = Promise.withResolvers();
      const start = performance.now();
      child.send(events);
      await all.promise;
      return performance.now() - start;
    },
    async memory() {
      const answered = once(child, 'message');
      child.send('memory');
      for (let [answer] = await answered; ; [answer] = await once(child, 'message'))
        if ('memory' in answer) return answer.memory;
    },
    close() {
      for (const socket of sockets) socket.destroy();
      child.kill();
    },
  };
}
