/** Where a thread's files are decides which node works in it: nobody else does, and says so in words. */
import { expect, onTestFinished, test } from 'vitest';
import type { Agent } from '../runs/agent.ts';
import { createRunner } from '../runs/create-runner.ts';
import { openRoom, type Room } from '../../test/room.ts';
import { scriptedAgent } from '../../test/scripted-agent.ts';
import { startServer, until, unwrap } from '../../test/start-server.ts';
import { createServer } from '../server.ts';
import type { NodeOptions } from './create-node.ts';

const CHANGED = { type: 'workspace.changed', change: 'c1', files: [{ path: 'a.txt' }] } as const;

/** A thread in which something was changed by a run that node "a" had, and whose files are there. */
async function changedOnA(): Promise<Room> {
  const room = await openRoom();
  const a = { name: 'a', life: 'life of a', leaseMs: 3_600_000 };
  unwrap(await room.ledger.nodes.join(a));
  const wanted = { run: 'r1', node: a, person: '@human', files: 'node', limits: {} } as const;
  const claimed = unwrap(await room.ledger.nodes.claim(room.thread, wanted));
  if (claimed.kind !== 'claimed') throw new Error(claimed.kind);
  unwrap(await room.ledger.append(room.thread, [CHANGED]));
  unwrap(await room.ledger.nodes.release(room.thread, a.life, claimed.claim));
  return room;
}

/** Asks node "b" for the undo. */
async function undoAt(
  { ledger, hub, path }: Room,
  node: NodeOptions,
  before?: () => Promise<unknown>,
): Promise<{ readonly status: number; readonly json: unknown }> {
  const onError = (): void => undefined;
  const runner = createRunner({ ledger, agent: scriptedAgent, node, onError });
  onTestFinished(() => runner.close());
  await runner.recover();
  await before?.();
  const token = 'test-token-0123456789';
  const server = createServer({ ledger, hub, runner, token, onError });
  onTestFinished(() => server.close());
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', host: 'localhost' };
  const url = `http://localhost${path('/changes/c1/undo')}`;
  const answer = await server.fetch(new Request(url, { method: 'POST', headers, body: '{}' }));
  return { status: answer.status, json: await answer.json() };
}

test('an undo at a node that has not the files says which node has them', async () => {
  const { status, json } = await undoAt(await changedOnA(), { name: 'b' });
  expect([status, json]).toEqual([
    409,
    { error: { code: 'files_elsewhere', message: expect.stringMatching(/^The files of this thread are on node "a"/) } },
  ]);
});

test('an undo is no run: no limit of runs at once keeps it away', async () => {
  const room = await openRoom();
  unwrap(await room.ledger.append(room.thread, [CHANGED]));
  const { json } = await undoAt(room, { name: 'b', limits: { inAll: 0 } });
  expect(json).toMatchObject({ error: { code: 'no_workspace' } });
});

test('a node that counts as away says so, and not that somebody is at work', async () => {
  const room = await openRoom();
  unwrap(await room.ledger.append(room.thread, [CHANGED]));
  const replace = () => room.ledger.nodes.join({ name: 'b', life: 'another', leaseMs: 3_600_000 });
  const { status, json } = await undoAt(room, { name: 'b' }, replace);
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
