import type { Ledger } from '@toolthread/store';
import { expect, test } from 'vitest';
import { openRoom } from '../../test/room.ts';
import { startServer, unwrap } from '../../test/start-server.ts';

test('[L7] a blob is bytes to save, unless it is asked for as a picture of a harmless kind', async () => {
  const { ledger, call, thread } = await openRoom();
  const hash = unwrap(await ledger.putBlob(new TextEncoder().encode('<script>alert(1)</script>')));
  const whole = { type: 'agent.tool.completed', call: 'c', outcome: 'done', full_blob: hash } as const;
  unwrap(await ledger.append(thread, [whole]));
  const plain = await call('GET', `/api/blobs/${hash}`);
  expect([plain.status, plain.text]).toEqual([200, '<script>alert(1)</script>']);
  expect(plain.headers).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-disposition': 'attachment',
  });
  for (const type of ['text/html', 'image/svg+xml', 'application/javascript', 'image/png, text/html', '']) {
    const { headers } = await call('GET', `/api/blobs/${hash}?type=${encodeURIComponent(type)}`);
    expect([type, headers['content-type'], headers['content-disposition']]).toEqual([
      type,
      'application/octet-stream',
      'attachment',
    ]);
  }
  // All that the page draws.
  for (const type of ['image/png', 'image/avif']) {
    const picture = await call('GET', `/api/blobs/${hash}?type=${type}`);
    expect(picture.headers).toMatchObject({ 'content-type': type, 'x-content-type-options': 'nosniff' });
  }
});

test('a hash that is not there, or is no hash, is 404', async () => {
  const { call } = await startServer();
  for (const hash of ['0'.repeat(64), '..%2f..%2fetc%2fpasswd', 'x']) {
    expect((await call('GET', `/api/blobs/${hash}`)).status).toBe(404);
  }
});

test('[M6] a large blob is read once, in pieces of 64 KB', async () => {
  const read: number[] = [];
  const wrap = (ledger: Ledger): Ledger => ({
    ...ledger,
    getBlob: async (...asked) => {
      const blob = await ledger.getBlob(...asked);
      if (blob.ok) read.push(blob.value.length);
      return blob;
    },
  });
  const { ledger, call, thread } = await openRoom({ wrap });
  const content = Array.from({ length: 600_000 }, (_, n) => String(n).padStart(8)).join('');
  const hash = unwrap(await ledger.putBlob(Buffer.from(content)));
  const whole = { type: 'agent.tool.completed', call: 'c', outcome: 'done', full_blob: hash } as const;
  unwrap(await ledger.append(thread, [whole]));
  const answer = await call('GET', `/api/blobs/${hash}`);
  expect(answer.headers['content-length']).toBe(String(content.length));
  expect(answer.text === content).toBe(true);
  expect(read.reduce((sum, bytes) => sum + bytes, 0)).toBe(content.length);
  expect(Math.max(...read)).toBe(64 * 1024);
  read.length = 0;
  // Naming it does not read it.
  const parts = [{ type: 'file', media_type: 'text/plain', source: { kind: 'blob', hash, size: content.length } }];
  expect((await call('POST', `/api/threads/${thread}/messages`, { body: { parts } })).status).toBe(201);
  expect(read).toEqual([]);
});
