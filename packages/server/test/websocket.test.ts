import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { newThread, startServer, TOKEN } from './start-server.ts';

// Sockets: slow on a busy machine, and no test here measures time.
test.each([
  ['a page of another site', 'Origin: https://evil.example\r\n'],
  ['a page of another port', 'Origin: http://127.0.0.1:1\r\n'],
  ['nobody in particular', ''],
  ['the owner', `Authorization: Bearer ${TOKEN}\r\n`],
])(
  '[B.6 35] [B.3 7] CVE-2025-52882, CVE-2026-25253: a WebSocket of %s is not opened, and has no effect',
  async (_, header) => {
    const started = await startServer();
    const thread = await newThread(started);
    for (const path of ['/', '/api/threads', `/api/threads/${thread}/events`]) {
      const socket = connect(started.port, '127.0.0.1');
      socket.write(
        `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${started.port}\r\n${header}Connection: Upgrade, close\r\nUpgrade: websocket\r\n` +
          'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
      );
      const answer = await new Promise<string>((resolve) => {
        socket.once('data', (chunk) => resolve(String(chunk)));
        socket.once('close', () => resolve(''));
      });
      socket.destroy();
      expect([path, answer.startsWith('HTTP/1.1 101')]).toEqual([path, false]);
      if (!header.startsWith('Authorization')) expect(answer).not.toContain(thread);
    }
    expect((await started.call('GET', `/api/threads/${thread}`)).json).toMatchObject({ seq: 1 });
  },
);
