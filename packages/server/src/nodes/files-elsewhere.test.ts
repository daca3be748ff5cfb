/** Where a thread's files are decides which node works in it: nobody else does, and says so in words. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { FileSource } from '../routes/files/file-source.ts';
import type { Agent } from '../runs/agent.ts';
import { createRunner } from '../runs/create-runner.ts';
import { openRoom, type Room } from '../../test/room.ts';
import { scriptedAgent } from '../../test/scripted-agent.ts';
import { startServer, until, unwrap } from '../../test/start-server.ts';
import { createServer, type ServerOptions } from '../server.ts';
import type { NodeOptions } from './create-node.ts';

type FoundFiles = Awaited<ReturnType<FileSource['find']>>;

const CHANGED = { type: 'workspace.changed', change: 'c1', files: [{ path: 'a.txt' }] } as const;

/** A thread in which something was changed by a run that node "a" had, and whose files are there. Nothing runs as "a" any more. */
async function changedOnA(): Promise<Room> {
  const room = await openRoom();
  const a = { name: 'a', life: 'life of a', leaseMs: 3_600_000 };
  unwrap(await room.ledger.nodes.join(a));
  const wanted = { run: 'r1', node: a, person: '@human', files: 'node', limits: {} } as const;
  const claimed = unwrap(await room.ledger.nodes.claim(room.thread, wanted));
  if (claimed.kind !== 'claimed') throw new Error(claimed.kind);
  unwrap(await room.ledger.append(room.thread, [CHANGED]));
  unwrap(await room.ledger.nodes.release(room.thread, a.life, claimed.claim));
  unwrap(await room.ledger.nodes.leave(a.life));
  return room;
}

type Ask = (method: string, rest: string) => Promise<{ readonly status: number; readonly json: unknown }>;

/** A server as this node. */
async function nodeOn(
  { ledger, hub, path }: Room,
  node: NodeOptions,
  more: Partial<ServerOptions> = {},
  agent: Agent = scriptedAgent,
): Promise<Ask> {
  const onError = (): void => undefined;
  const runner = createRunner({ ledger, agent, node, onError });
  onTestFinished(() => runner.close());
  const token = 'test-token-0123456789';
  const server = createServer({ ledger, hub, runner, token, onError, ...more });
  onTestFinished(() => server.close());
  await runner.recover();
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', host: 'localhost' };
  return async (method, rest) => {
    const body = method === 'GET' ? {} : { body: '{}' };
    const answer = await server.fetch(new Request(`http://localhost${path(rest)}`, { method, headers, ...body }));
    return { status: answer.status, json: await answer.json() };
  };
}

const UNDO = ['POST', '/changes/c1/undo'] as const;
const UNDO_2 = ['POST', '/changes/c2/undo'] as const;

test('what needs the files is done by the node that has them, whichever is asked', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'toolthread-elsewhere-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'a.txt'), 'made by a run');
  const room = await changedOnA();
  const after = unwrap(await room.ledger.putBlob(Buffer.from('made by a run')));
  unwrap(await room.ledger.append(room.thread, [{ ...CHANGED, change: 'c2', files: [{ path: 'a.txt', after }] }]));
  const find = (): Promise<FoundFiles> => Promise.resolve({ ok: true, files: readdirSync(folder), more: false });
  const none = (): Promise<FoundFiles> => Promise.resolve({ ok: true, files: [], more: false });
  await nodeOn(room, { name: 'a' }, { workspaceOf: () => folder, files: { find } });
  const b = await nodeOn(room, { name: 'b' }, { workspaceOf: () => undefined, files: { find: none } });
  expect(await b('GET', '/files?words=a')).toEqual({ status: 200, json: { files: ['a.txt'], more: false } });
  expect(await b(...UNDO_2)).toEqual({ status: 200, json: { change: expect.stringMatching(/^u\d+$/) } });
  expect(readdirSync(folder)).toEqual([]);
  expect(await b('GET', '/files')).toEqual({ status: 200, json: { files: [], more: false } });
  // What it refuses is told as it says it.
  expect(await b(...UNDO_2)).toMatchObject({ status: 409, json: { error: { code: 'not_undoable' } } });
});

test('where the node that has the files is not running, that is said, and nobody says that there are none', async () => {
  const room = await changedOnA();
  const find = (): Promise<FoundFiles> => Promise.resolve({ ok: true, files: [], more: false });
  const b = await nodeOn(room, { name: 'b' }, { files: { find } });
  const message = expect.stringMatching(/^The files of this thread are on node "a", which is not running\./);
  const away = { status: 409, json: { error: { code: 'files_elsewhere', message } } };
  expect([await b(...UNDO), await b('GET', '/files'), await b('POST', '/try-now')]).toEqual([away, away, away]);
});

test('an undo is no run: no limit of runs at once keeps it away', async () => {
  const room = await openRoom();
  unwrap(await room.ledger.append(room.thread, [CHANGED]));
  const b = await nodeOn(room, { name: 'b', limits: { inAll: 0 } });
  const { json } = await b(...UNDO);
  expect(json).toMatchObject({ error: { code: 'no_workspace' } });
});

test('a node that counts as away says so, and not that somebody is at work', async () => {
  const room = await openRoom();
  unwrap(await room.ledger.append(room.thread, [CHANGED]));
  const b = await nodeOn(room, { name: 'b' });
  unwrap(await room.ledger.nodes.join({ name: 'b', life: 'another', leaseMs: 3_600_000 }));
  const { status, json } = await b(...UNDO);
  expect([status, json]).toMatchObject([503, { error: { code: 'unavailable' } }]);
});

test('a thread whose agent works without files runs on any node', async () => {
  const { ledger } = await startServer();
  const agent: Agent = { ...scriptedAgent, hasFiles: () => false };
  const [created] = unwrap(await ledger.createThread({}));
  const thread = created?.thread ?? '';
  for (const name of ['a', 'b']) {
    const runner = createRunner({ ledger, agent, node: { name } });
    onTestFinished(() => runner.close());
    await runner.recover();
    const parts = [{ type: 'text', text: `hello ${name}` }] as const;
    unwrap(await ledger.append(thread, [{ type: 'message.posted', author: '@human', parts, delivery: 'now' }]));
    runner.wake(thread);
    const hasAnswered = async (): Promise<true | undefined> =>
      unwrap(await ledger.thread(thread)).unfinished ? undefined : true;
    await until(hasAnswered, `the answer of ${name}`);
    await runner.close();
  }
});
