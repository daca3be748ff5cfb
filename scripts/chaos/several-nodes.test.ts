/** Nodes in processes of their own on a real PostgreSQL: killed, frozen, cut off. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ownUrl, query, startPostgres } from '@toolthread/test-postgres';
import type { StartedPostgres } from '@toolthread/test-postgres';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { wayTo } from './way-to.ts';
import { type NodeProgram, startNode, type StartedNode } from './start-node.ts';

const TOKEN = 'a-token-for-the-test-0123456789';
let postgres: StartedPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.remove());

async function node(program: Pick<NodeProgram, 'url' | 'name'> & Partial<NodeProgram>): Promise<StartedNode> {
  const started = await startNode({ token: TOKEN, workspace: newFolder(), isShared: true, ...program });
  onTestFinished(async () => {
    if (started.child.exitCode === null && started.child.signalCode === null) await started.end('SIGKILL');
  });
  return started;
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'toolthread-nodes-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

interface Fields {
  readonly [name: string]: unknown;
}

async function eventsOf({ call }: StartedNode, thread: string): Promise<readonly Fields[]> {
  const { body } = await call('GET', `/threads/${thread}/events?limit=1000`);
  return Array.isArray(body['events']) ? body['events'] : [];
}

async function eventOf(at: StartedNode, thread: string, matches: Fields): Promise<Fields> {
  let found: Fields | undefined;
  const isThere = async (): Promise<boolean> => {
    const events = await eventsOf(at, thread);
    found = events.find((event) => Object.entries(matches).every(([name, value]) => event[name] === value));
    return found !== undefined;
  };
  // Nodes take over after seconds: to ask at every moment is most of their work.
  await expect.poll(isThere, { interval: 250 }).toBe(true);
  return found ?? {};
}

async function say(at: StartedNode, text: string, into?: string): Promise<string> {
  const thread = into ?? String((await at.call('POST', '/threads', {})).body['id']);
  expect(await at.call('POST', `/threads/${thread}/messages`, { text })).toMatchObject({ status: 201 });
  return thread;
}

async function approve(at: StartedNode, thread: string): Promise<void> {
  const { request } = await eventOf(at, thread, { type: 'request.opened' });
  const answer = await at.call('POST', `/threads/${thread}/approvals/${String(request)}`, { decision: 'once' });
  expect(answer.status).toBe(200);
}

/** A command that runs until it is ended, found by what it waits for. */
function endless(folder: string, mark: string): string {
  return `run touch ${join(folder, mark)}; while true; do sleep 0.${mark}; done`;
}

function processesOf(mark: string): readonly string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(`sleep 0.${mark};`);
      } catch {
        return false;
      }
    });
}

test('[L6] a node that is killed, frozen or cut off loses its runs to another: it writes nothing after, and its tools are ended', async () => {
  const url = await ownUrl(postgres.url);
  const way = await wayTo(url);
  onTestFinished(way.close);
  const folder = newFolder();
  const marks = [1000, 1001, 1002].map((number) => `${number}${process.pid}`);
  /** One after the other, and each has room for one run only: none takes what another was asked for. */
  const busy = async (name: string, mark = '', at = url, first?: (started: StartedNode) => Promise<unknown>) => {
    const started = await node({ url: at, name, workspace: folder, runs: 1 });
    await first?.(started);
    const thread = await say(started, endless(folder, mark));
    await approve(started, thread);
    await expect.poll(() => existsSync(join(folder, mark))).toBe(true);
    return { node: started, thread };
  };
  let waiting = '';
  const killed = await busy('killed', marks[0], url, async (first) => {
    waiting = await say(first, 'run echo waited');
    await eventOf(first, waiting, { type: 'agent.status', status: 'awaiting_user' });
  });
  const frozen = await busy('frozen', marks[1]);
  const cut = await busy('cut', marks[2], way.url);
  const threads = [killed, frozen, cut].map(({ thread }) => thread);
  // A run that waits for a person holds nothing.
  const holders = `select id from threads where held_by is not null order by id`;
  expect(await query(url, holders)).toEqual(threads.toSorted().map((id) => ({ id })));
  const heir = await node({ url, name: 'heir', workspace: folder });
  await Promise.all([killed.node.end('SIGKILL'), frozen.node.end('SIGSTOP')]);
  way.cut();
  const ended = await Promise.all(
    threads.map(async (thread) => {
      const { outcome } = await eventOf(heir, thread, { type: 'agent.tool.completed' });
      return outcome;
    }),
  );
  expect(ended).toEqual(['interrupted', 'interrupted', 'interrupted']);
  for (const thread of threads) await eventOf(heir, thread, { type: 'agent.status', status: 'completed' });
  await approve(heir, waiting);
  expect(await eventOf(heir, waiting, { type: 'agent.tool.completed' })).toMatchObject({ outcome: 'done' });
  const after = await Promise.all(threads.map((thread) => eventsOf(heir, thread)));
  // The one that was cut off has ended its tools by itself; those of the others were ended by their watchers, of the frozen one too, though it lives.
  for (const mark of marks) await expect.poll(() => processesOf(mark)).toEqual([]);
  await frozen.node.end('SIGCONT');
  // It works again: and whatever it wanted to write of its run before, it has not.
  const next = await say(frozen.node, 'Hello');
  await eventOf(frozen.node, next, { type: 'agent.status', status: 'completed' });
  expect(await Promise.all(threads.map((thread) => eventsOf(heir, thread)))).toEqual(after);
  for (const events of after) {
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, n) => n + 1));
    expect(events.filter(({ type }) => type === 'agent.tool.started')).toHaveLength(1);
  }
});

test('a thread stays where its files are; a stop reaches its run from any node; when that node is gone, whoever waits is told, and it goes on when it is back', async () => {
  const url = await ownUrl(postgres.url);
  const [folder, files] = [newFolder(), newFolder()];
  const own = { url, name: 'a', workspace: files, isShared: false };
  const a = await node(own);
  const mark = `1009${process.pid}`;
  const thread = await say(a, endless(folder, mark));
  await eventOf(a, thread, { type: 'agent.status', status: 'awaiting_user' });
  const b = await node({ url, name: 'b', isShared: false });
  await approve(b, thread);
  await expect.poll(() => existsSync(join(folder, mark))).toBe(true);
  expect((await b.call('POST', `/threads/${thread}/stop`, {})).body).toMatchObject({ stopping: true });
  await eventOf(b, thread, { type: 'agent.status', status: 'cancelled' });
  await expect.poll(() => processesOf(mark)).toEqual([]);
  // Said to another node, it is done where the files are.
  await say(b, 'note one', thread);
  await expect.poll(() => existsSync(join(files, 'notes')) && readFileSync(join(files, 'notes'), 'utf8')).toBe('one\n');
  await eventOf(b, thread, { type: 'agent.status', status: 'completed' });
  await a.end('SIGKILL');
  await say(b, 'note two', thread);
  const words = 'The files of this thread are on node "a", which is not running. It goes on when that node is back.';
  await eventOf(b, thread, { type: 'agent.status', status: 'queued', error_message: words });
  const back = await node(own);
  await expect.poll(() => readFileSync(join(files, 'notes'), 'utf8')).toBe('one\ntwo\n');
  // Another process under the same name does not begin, in words: the first one goes on.
  await expect(node(own)).rejects.toThrow('Another process works as node "a" on this database.');
  expect(back.child.exitCode).toBeNull();
  await say(b, 'note three', thread);
  await expect.poll(() => readFileSync(join(files, 'notes'), 'utf8')).toBe('one\ntwo\nthree\n');
});
