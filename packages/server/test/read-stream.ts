import { request as httpRequest, type IncomingMessage } from 'node:http';
import type { LedgerEvent } from '@toolthread/core';
import { onTestFinished } from 'vitest';
import { TOKEN, until } from './start-server.ts';

export interface EventReader {
  readonly events: LedgerEvent[];
  /** Everything as it came. */
  readonly text: () => string;
  readonly isClosed: () => boolean;
  readonly response: IncomingMessage;
  readonly seqs: (count: number) => Promise<number[]>;
  readonly close: () => void;
}

interface StreamOptions {
  /** What is read of the thread; its events, if nobody says. */
  readonly rest?: string;
  readonly query?: string;
  readonly headers?: Record<string, string>;
  readonly token?: string | null;
}

/** Reads a thread's events as they come. `after` goes into the address, `lastEventId` into the header. */
export function readStream(
  port: number,
  thread: string,
  { rest: path = '/events', query = '', headers = {}, token = TOKEN }: StreamOptions = {},
): Promise<EventReader> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      {
        host: '127.0.0.1',
        port,
        path: `/api/threads/${thread}${path}${query}`,
        headers: { ...(token === null ? {} : { authorization: `Bearer ${token}` }), ...headers },
        agent: false,
      },
      (response) => {
        let text = '';
        let rest = '';
        let closed = false;
        const events: LedgerEvent[] = [];
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => {
          text += chunk;
          const frames = (rest + chunk).split('\n\n');
          rest = frames.pop() ?? '';
          for (const frame of frames) {
            const data = frame.split('\n').find((line) => line.startsWith('data: '));
            if (data !== undefined) events.push(JSON.parse(data.slice(6)));
          }
        });
        response.on('close', () => {
          closed = true;
        });
        response.on('error', () => undefined);
        resolve({
          events,
          text: () => text,
          isClosed: () => closed,
          response,
          seqs: (count) =>
            until(() => (events.length >= count ? events.map(({ seq }) => seq) : undefined), `${count} events`),
          close: () => request.destroy(),
        });
      },
    );
    request.on('error', reject);
    request.end();
    onTestFinished(() => void request.destroy());
  });
}
