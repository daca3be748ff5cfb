import { expect, test } from 'vitest';
import { openRoom } from '../../test/room.ts';
import { startServer, unwrap } from '../../test/start-server.ts';

// Sockets, processes and disks: slow on a busy machine, and no test here measures time.
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
  const picture = await call('GET', `/api/blobs/${hash}?type=image/png`);
  expect(picture.headers).toMatchObject({ 'content-type': 'image/png', 'x-content-type-options': 'nosniff' });
});

test('a hash that is not there, or is no hash, is 404', async () => {
  const { call } = await startServer();
  for (const hash of ['0'.repeat(64), '..%2f..%2fetc%2fpasswd', 'x']) {
    expect((await call('GET', `/api/blobs/${hash}`)).status).toBe(404);
  }
});
