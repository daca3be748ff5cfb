import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { breakableLedger } from './breakable-ledger.ts';
import { openRoom } from './room.ts';
import { scriptedAgent } from './scripted-agent.ts';
import { field, until } from './start-server.ts';
import type { Agent } from '@toolthread/server';

/** The scripted agent, and a disk that is full from its `n`-th write on. */
function fullAt(n: number, message: string): { agent: Agent; disk: ReturnType<typeof breakableLedger> } {
  const disk = breakableLedger();
  let writes = 0;
  const run: Agent['run'] = (input) =>
    scriptedAgent.run({
      ...input,
      append: (drafts) => {
        writes += 1;
        if (writes === n) disk.broken = message;
        return input.append(drafts);
      },
    });
  return { agent: { ...scriptedAgent, run }, disk };
}

test('[B.6 5] the disk is full, or fails, at each write of a run: it ends as failed by itself when there is room, and the thread goes on', async () => {
  for (let n = 1; n <= 6; n += 1) {
    const message = n % 2 === 0 ? 'database or disk is full' : 'disk I/O error';
    const { agent, disk } = fullAt(n, message);
    const room = await openRoom({ agent, wrap: disk.wrap });
    await room.say('hello');
    await until(() => (disk.refused >= 2 ? true : undefined), 'refused writes');
    expect((await room.call('GET', room.path('/events?limit=1000'))).status).toBe(200);
    expect((await room.say('while it is full')).status).toBe(503);
    disk.broken = undefined;
    await room.untilStatus('failed');
    const events = await room.events();
    expect(events.at(-1)).toMatchObject({ type: 'agent.status', error_message: expect.stringContaining(message) });
    const state = await room.state();
    expect(state.anomalies.first.toArray()).toEqual([]);
    for (const [, call] of state.calls.byPlace.entries()) expect(call.state.name).not.toBe('running');
    await room.say('again');
    await room.untilStatus('completed');
  }
});

test('[B.6 5] a message that was kept, and whose run could not begin on a full disk, gets its run when there is room', async () => {
  const disk = breakableLedger();
  const room = await openRoom({ wrap: disk.wrap });
  await room.write('hello');
  disk.broken = 'the disk is full';
  room.runner.wake(room.thread);
  await until(() => (disk.refused >= 2 ? true : undefined), 'refused writes');
  disk.broken = undefined;
  await room.untilStatus('completed');
  expect(room.errors).toHaveLength(1);
});

test('[B.6 5] who speaks in the moment when there is room again is heard', async () => {
  const { agent, disk } = fullAt(3, 'the disk is full');
  const room = await openRoom({ agent, wrap: disk.wrap });
  await room.say('one');
  await until(() => (disk.refused >= 2 ? true : undefined), 'refused writes');
  disk.broken = undefined;
  expect((await room.say('two')).status).toBe(201);
  await room.untilStatus('completed');
});

test('[B.6 5] room that comes and goes: the run ends once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 3 }), async (n, times) => {
      const { agent, disk } = fullAt(n, 'the disk is full');
      const room = await openRoom({ agent, wrap: disk.wrap });
      await room.say('hello');
      for (let i = 0; i < times; i += 1) {
        const { refused } = disk;
        await until(() => (disk.refused > refused ? true : undefined), 'a refused write');
      }
      disk.broken = undefined;
      await room.untilStatus('failed');
      const ends = (await room.events()).filter((event) => event.type === 'agent.status' && event.status === 'failed');
      expect(ends).toHaveLength(1);
      await room.runner.close();
    }),
    { numRuns: 5 },
  );
});

const script = process.env['TEST_SERVER'] ?? fileURLToPath(new URL('./serve.ts', import.meta.url));
const TOKEN = 'a-token-for-the-test';
const canLimit = spawnSync('bash', ['-c', 'prlimit --version']).status === 0;

/** A server in a process of its own, in which no file may grow beyond 400 KB until `room` is made: the system refuses the write. */
async function startLimited(): Promise<{
  call: (method: string, path: string, body?: object) => Promise<{ status: number; json: unknown }>;
  room: () => void;
}> {
  const folder = mkdtempSync(join(tmpdir(), 'toolthread-full-'));
  const limited = ['-c', 'ulimit -S -f 400; exec "$0" "$@"', process.execPath, script, folder, '0', TOKEN];
  const child = spawn('bash', limited, { stdio: ['ignore', 'pipe', 'ignore'] });
  const exit = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await exit;
    rmSync(folder, { recursive: true, force: true });
  });
  const [port] = await once(createInterface({ input: child.stdout }), 'line');
  const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' };
  return {
    call: async (method, path, body) => {
      const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
      const response = await fetch(`http://127.0.0.1:${String(port)}/api/threads${path}`, init);
      return { status: response.status, json: await response.json() };
    },
    room: () => void execFileSync('bash', ['-c', `prlimit --pid ${child.pid} --fsize=unlimited:`]),
  };
}

const REFUSED_IN_A_ROW = 5;

test.skipIf(!canLimit)(
  '[M4] [B.6 5] the system itself refuses to write: stop ends what runs, reading works, and with room all of it is recorded',
  async () => {
    const { call, room } = await startLimited();
    const [hangs, fills] = await Promise.all(
      [1, 2].map(async () => `/${String(field((await call('POST', '', {})).json, 'id'))}`),
    );
    await call('POST', `${hangs}/messages`, { text: 'hang' });
    await until(
      async () => (field((await call('GET', `${hangs}`)).json, 'status') === 'running' ? true : undefined),
      'a run',
    );
    // First with much at a time, then to the last byte.
    for (const [path, body] of [
      [`${fills}/messages`, { text: `hang ${'x'.repeat(40_000)}` }],
      ['', { title: 'x' }],
    ] as const) {
      let refused = 0;
      await until(async () => {
        // There is room again for a moment where something was just moved out of the file.
        refused = (await call('POST', path, body)).status === 503 ? refused + 1 : 0;
        return refused === REFUSED_IN_A_ROW ? true : undefined;
      }, 'a full disk');
    }
    expect((await call('POST', `${hangs}/stop`, {})).status).toBe(202);
    expect((await call('GET', '')).status).toBe(200);
    expect((await call('GET', `${hangs}/events?limit=1000`)).status).toBe(200);
    room();
    await until(
      async () => (field((await call('GET', `${hangs}`)).json, 'status') === 'cancelled' ? true : undefined),
      'the end',
    );
    const { json } = await call('GET', `${hangs}/events?limit=1000`);
    expect(JSON.stringify(json)).toContain('run.stop.requested');
    expect((await call('POST', `${fills}/messages`, { text: 'go on' })).status).toBe(201);
  },
);
