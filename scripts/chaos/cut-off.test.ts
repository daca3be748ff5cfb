/** A node whose way to the database is cut: nothing passes, and nobody is told. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ownUrl, startPostgres } from '@toolthread/test-postgres';
import { expect, onTestFinished, test } from 'vitest';
import { startNode } from './start-node.ts';
import { wayTo } from './way-to.ts';

test('a node that is cut off from its database says so to whoever asks, while it is cut off: also to those who asked before, and to those who read along; and takes requests again when it is back', async () => {
  const postgres = await startPostgres();
  onTestFinished(postgres.remove);
  const way = await wayTo(await ownUrl(postgres.url));
  onTestFinished(way.close);
  const workspace = mkdtempSync(join(tmpdir(), 'toolthread-cut-'));
  onTestFinished(() => rmSync(workspace, { recursive: true, force: true }));
  const token = 'a-token-for-the-test-0123456789';
  const node = await startNode({ url: way.url, token, name: 'cut', workspace, isShared: true });
  onTestFinished(() => node.end('SIGKILL'));
  const { body } = await node.call('POST', '/threads', {});
  const thread = `/threads/${String(body['id'])}`;
  const readyz = async (): Promise<number> => (await fetch(`${node.url}/readyz`)).status;
  expect(await readyz()).toBe(200);
  const headers = { authorization: `Bearer ${token}` };
  const reading = (await fetch(`${node.url}/api${thread}/events`, { headers })).text().catch(() => 'broken off');

  way.cut();
  const away = { status: 503, body: { error: { code: 'unavailable', message: expect.stringContaining('answer') } } };
  // Nobody knows yet: this one waits, until it is known.
  expect(await node.call('GET', thread)).toMatchObject(away);
  expect(await reading).toBeDefined();
  expect(await readyz()).toBe(503);
  for (const [method, path, sent] of [
    ['GET', '/threads', undefined],
    ['POST', '/threads', {}],
    ['POST', `${thread}/messages`, { text: 'Hello' }],
  ] as const) {
    const answer = await node.call(method, path, sent);
    expect(answer).toMatchObject(away);
    expect(answer.headers.get('retry-after')).toBe('1');
  }

  way.mend();
  await expect.poll(readyz).toBe(200);
  expect(await node.call('POST', `${thread}/messages`, { text: 'Hello' })).toMatchObject({ status: 201 });
  // What was refused was not written.
  const { body: kept } = await node.call('GET', `${thread}/events?limit=2`);
  expect(kept['events']).toMatchObject([{ type: 'thread.created' }, { type: 'message.posted' }]);
  expect((await node.call('GET', '/threads')).body['threads']).toHaveLength(1);
});
